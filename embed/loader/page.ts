// State of the loader on this host page. There is only one, however many tags the page has.
import type { HostCode, ThemeMode } from '#kernel/browser/embed-page.ts'
import type { RequestedTheme } from '#kernel/browser/theme-variants.ts'
import type { FrameMessage, LoaderMessage } from '../messages.ts'
import { seal } from '../messages.ts'
import type { Settings } from './settings.ts'
import type { HostTokens } from './tokens.ts'

export interface Mount {
  id: string
  /** The element that contains the block. Its events are dispatched here. */
  el: HTMLElement
  settings: Settings
  frame?: HTMLIFrameElement
  /** The frame that failed to load: no more errors are reported for it unless it loads after all. */
  failed?: HTMLIFrameElement | undefined
  /** Reserved height in pixels. */
  room: number
  /** The look that the frame was last sent, serialized for comparison. */
  look?: string
  /** The look in its URL. */
  asked?: string
  /** True between the frame's first message and its removal. */
  ready?: boolean
  /** Origins that the frame named as checkout pages. */
  checkout?: readonly unknown[]
  /** Loads the frame now, unless it has loaded. */
  load: () => void
  /** Timer for the frame's first message. */
  patience?: ReturnType<typeof setTimeout> | 0
}

export interface Page {
  /** Our origin, from which the tag was loaded. */
  origin: string
  /** Folder of the running loader, with a trailing slash; the other chunk is there too. */
  folder: string
  /** Tenant of the tag that runs this script, for elements that name none. */
  tenant: string
  /** Not a `Map`, because pages may define their own global of that name. */
  mounts: Mount[]
  /** Adds our listeners to the page. Repeated after `document.open` has removed them. */
  attach: () => void
  /** The second chunk of the loader, once it has been requested. */
  more?: Promise<(name: string, args: unknown[]) => unknown>
  loadMore: () => NonNullable<Page['more']>
  /** From the second chunk: handles every message except the initial ones. */
  receive?: (mount: Mount, message: FrameMessage) => void
  /** From the second chunk: font, accent and corners of the page around an element, for `data-theme="auto"`. */
  read?: (el: Element) => HostTokens
  /** From the second chunk: translates the text of our link. */
  translate?: (link: HTMLElement, locale: string) => void
  /** Loads the second chunk without returning a promise. */
  wake: (then?: () => void) => void
  /**
   * The visitor returns from a payment or an email, with a code in this page's address, and waits for the
   * result. No frame is lazy then, and none is greeted before the second chunk has taken the codes.
   */
  awaited: boolean
  /** One-time codes taken from this page's address until a frame requests them. */
  codes: Partial<Record<HostCode, string>>
  /** By tenant, whether its frames reported a signed-in visitor; absent before their first message. */
  signedIn: Record<string, boolean>
  /** Element of the block with the page's only "Powered by" line: the last one, as long as it is visible. */
  lined?: HTMLElement | undefined
  /** Set by `bb('theme', …)`. Overrides the tags' settings and the background. */
  look: { theme?: RequestedTheme; mode?: ThemeMode } & HostTokens
}

/** The mount of this element. */
export const mountOf = (page: Page, el: Element): Mount | undefined =>
  page.mounts.find((mount) => mount.el === el)

/** Whether an element has a box: neither it nor an ancestor is hidden or removed. */
export const isShown = (el: Element | undefined): unknown => el?.getClientRects().length

/** Sends to the mount's frame only: the target is always our exact origin. */
export function send(page: Page, mount: Mount, message: LoaderMessage): void {
  mount.frame?.contentWindow?.postMessage(seal(mount.id, message), page.origin)
}

/** Dispatches `bb:{name}` from the mount. @returns false when a listener prevented the default */
export function fire(mount: Mount, name: string, detail: Record<string, unknown> = {}): boolean {
  try {
    return mount.el.dispatchEvent(
      new CustomEvent(`bb:${name}`, {
        bubbles: true,
        composed: true,
        cancelable: true,
        detail: { block: mount.settings.block, ...detail },
      }),
    )
  } catch {
    // The page has replaced `CustomEvent`. Blocks work without their events.
    return true
  }
}
