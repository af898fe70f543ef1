// State of the loader on this host page: one of it, however often the tag stands there.
import type { HostCode, ThemeMode } from '#kernel/browser/embed-page.ts'
import type { ThemeVariant } from '#kernel/browser/theme-variants.ts'
import type { LoaderMessage } from '../messages.ts'
import { seal } from '../messages.ts'
import type { Settings } from './settings.ts'

export interface Mount {
  id: string
  /** The element the block stands in; its events start here. */
  el: HTMLElement
  settings: Settings
  frame?: HTMLIFrameElement
  /** Colours the frame was last told, as text to compare by. */
  look?: string
  /** True between the frame's first word and its removal. */
  ready: boolean
  /** Origins the frame named as checkout pages. */
  checkout: readonly unknown[]
  /** Loads the frame now, if it is not there yet. */
  load: () => void
  /** Timer of the waiting for the frame's first word. */
  patience?: ReturnType<typeof setTimeout>
}

export interface Page {
  /** Our origin, from which the tag came. */
  origin: string
  /** Folder of the running loader, with a slash at the end: other parts of it lie beside it. */
  folder: string
  /** Tenant of the tag that runs us; for elements that name none. */
  tenant: string
  mounts: Map<Element, Mount>
  /** Loads the second part of the loader, once; never rejects. */
  needMore: () => Promise<unknown>
  /** One-time codes taken from this page's address, until a frame wants them. */
  codes: Partial<Record<HostCode, string>>
  /** By tenant, what its frames told; missing before the first word. */
  signedIn: Record<string, boolean>
  /** Set by `bb('theme', …)`; goes over the tags' own and over what the background says. */
  look: { theme?: ThemeVariant; mode?: ThemeMode }
}

/** Sends to the mount's frame, and to nobody else: the target is always our exact origin. */
export function send(page: Page, mount: Mount, message: LoaderMessage): void {
  mount.frame?.contentWindow?.postMessage(seal(mount.id, message), page.origin)
}

/** Dispatches `bb:{name}` from the mount. @returns false when a listener prevented the default */
export function fire(mount: Mount, name: string, detail: Record<string, unknown> = {}): boolean {
  const block = mount.settings.block
  return mount.el.dispatchEvent(
    new CustomEvent(`bb:${name}`, {
      bubbles: true,
      composed: true,
      cancelable: true,
      detail: { block, ...detail },
    }),
  )
}
