// State of the loader on this host page: one of it, however often the tag stands there.
import type { HostCode, ThemeMode } from '#kernel/browser/embed-page.ts'
import type { ThemeVariant } from '#kernel/browser/theme-variants.ts'
import type { LoaderMessage } from '../messages.ts'
import { seal } from '../messages.ts'
import type { Settings } from './settings.ts'
import type { HostTokens } from './tokens.ts'

export interface Mount {
  id: string
  /** The element the block stands in; its events start here. */
  el: HTMLElement
  settings: Settings
  /** Accessible name of the frame: the page's title, and the block's name until the page is there. */
  title: string
  frame?: HTMLIFrameElement
  /** The frame that did not come: nothing more is told of it unless it comes after all. */
  failed?: HTMLIFrameElement | undefined
  /** Pixels kept free for it. */
  room: number
  /** Colours the frame was last told, as text to compare by. */
  look?: string
  /** Those in its address. */
  asked?: string
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
  /** No `Map`: pages name things of their own so. */
  mounts: Mount[]
  /** Puts our listeners on the page, again where `document.open` has taken them off. */
  attach: () => void
  /** True once the console was told of tags of another version. */
  mixed?: boolean
  /** The second part of the loader, from the moment it was asked for. */
  more?: Promise<(name: string, args: unknown[]) => unknown>
  loadMore: () => NonNullable<Page['more']>
  /** From the second part: puts the text of a link of ours into another language. */
  translate?: (link: HTMLElement, locale: string) => void
  /** Loads it for something that nobody waits for. */
  wake: (then?: () => void) => void
  /**
   * Somebody comes back from a payment or a mail, with a code in this page's address, and waits for the answer: no
   * frame is lazy, and none is greeted before the second part has taken the codes.
   */
  awaited: boolean
  /** One-time codes taken from this page's address, until a frame wants them. */
  codes: Partial<Record<HostCode, string>>
  /** By tenant, what its frames told; missing before the first word. */
  signedIn: Record<string, boolean>
  /** Set by `bb('theme', …)`; goes over the tags' own and over what the background says. */
  look: { theme?: ThemeVariant; mode?: ThemeMode } & HostTokens
}

/** The mount whose place this element is. */
export const mountOf = (page: Page, el: Element): Mount | undefined =>
  page.mounts.find((mount) => mount.el === el)

/** Sends to the mount's frame, and to nobody else: the target is always our exact origin. */
export function send(page: Page, mount: Mount, message: LoaderMessage): void {
  mount.frame?.contentWindow?.postMessage(seal(mount.id, message), page.origin)
}

/** Dispatches `bb:{name}` from the mount. @returns false when a listener prevented the default */
export function fire(mount: Mount, name: string, detail: Record<string, unknown> = {}): boolean {
  return mount.el.dispatchEvent(
    new CustomEvent(`bb:${name}`, {
      bubbles: true,
      composed: true,
      cancelable: true,
      detail: { block: mount.settings.block, ...detail },
    }),
  )
}
