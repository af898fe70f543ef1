import type { HostCode } from '#kernel/browser/embed-page.ts'
import type { FrameMessage } from '../messages.ts'
import { readHeight, unseal } from '../messages.ts'
import { dress } from './dress.ts'
import { fail, showFrame } from './frame.ts'
import { hintOf } from './hint.ts'
import { refreshLooks } from './looks.ts'
import type { Mount, Page } from './page.ts'
import { fire, send } from './page.ts'

/** Hooks that the second chunk of the loader sets once it has loaded. */
export interface Later {
  receive?(mount: Mount, message: FrameMessage): void
}

/**
 * Handles messages of the page's frames. A message counts only from our origin and from its own frame's
 * window.
 */
export function makeMessageListener(page: Page, later: Later): (event: MessageEvent) => void {
  return (event) => {
    const message = unseal<FrameMessage>(event.data)
    if (!message || event.origin !== page.origin) return
    for (const mount of page.mounts)
      if (mount.frame?.contentWindow === event.source && mount.id === message.id)
        inTime(page, () => receive(page, later, mount, message))
  }
}

function inTime(page: Page, then: () => void): void {
  if (page.awaited) void page.loadMore().then(then, then)
  else then()
}

function receive(page: Page, later: Later, mount: Mount, message: FrameMessage): void {
  clearTimeout(mount.patience)
  mount.patience = undefined
  if (message.type === 'ready') {
    // The frame may have loaded after the timeout.
    showFrame(mount, true)
    // Hidden by a style of the page or by the visitor's content blocker.
    const unseen = isHidden(mount.frame!) && !isHidden(mount.el)
    mount.checkout = message.checkout
    mount.frame!.title = mount.title = message.title
    send(page, mount, {
      type: 'hello',
      page: location.href.replace(/#.*/, ''),
      codes: Object.keys(page.codes) as HostCode[],
    })
    // Messages sent while its document was loading were lost.
    if (mount.look !== mount.asked) {
      mount.look = mount.asked
      refreshLooks(page)
    }
    resize(mount, message.height)
    const before = mount.ready
    mount.ready = true
    if (unseen) fail(page, mount, 'blocked', 'is hidden')
    else if (!before) fire(mount, 'ready')
  } else if (message.type === 'resize') resize(mount, message.height)
  // Most visitors are signed out, and their page already assumes that.
  else if (message.type !== 'signed-out' || page.more || hintOf(mount.settings.tenant))
    // Few pages need the rest, so it is in the second chunk. Order matters.
    page.wake(() => later.receive?.(mount, message))
}

const isHidden = (el: Element) => !el.getClientRects().length

function resize(mount: Mount, told: unknown): void {
  // Undefined for everything that is not a height, and then no comparison holds.
  const height = readHeight(told) as number
  if (!(height >= 0 && fire(mount, 'resize', { height }))) return
  dress(mount.frame!, 'height', `${height}px`)
  // Up to 16 pixels of extra height are better than a page that moves.
  if (Math.abs(mount.room - height - 8) > 8) mount.el.style.minHeight = ''
}
