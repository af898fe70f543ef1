import type { HostCode } from '#kernel/browser/embed-page.ts'
import type { FrameMessage } from '../messages.ts'
import { readHeight, unseal } from '../messages.ts'
import { dress } from './dress.ts'
import { fail, showFrame } from './frame.ts'
import { hintOf } from './hint.ts'
import { refreshLooks } from './looks.ts'
import type { Mount, Page } from './page.ts'
import { fire, send } from './page.ts'

/** What the second part of the loader hooks in once it is there. */
export interface Later {
  receive?(mount: Mount, message: FrameMessage): void
}

/** Hears the page's frames; a message counts only from our origin and from the very window of its frame. */
export function makeEar(page: Page, later: Later): (event: MessageEvent) => void {
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
    // It may have come after all, once patience was over.
    showFrame(mount, true)
    // By a rule of the page, or of something that blocks for the visitor.
    const unseen = isHidden(mount.frame!) && !isHidden(mount.el)
    mount.checkout = message.checkout
    mount.frame!.title = mount.title = message.title
    send(page, mount, {
      type: 'hello',
      page: location.href.replace(/#.*/, ''),
      codes: Object.keys(page.codes) as HostCode[],
    })
    // What was said while its document was on its way went to nobody.
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
  // Most visitors are signed out, and their page knows no better.
  else if (message.type !== 'signed-out' || page.more || hintOf(mount.settings.tenant))
    // What few pages need, and in order. Its part of the loader too.
    page.wake(() => later.receive?.(mount, message))
}

const isHidden = (el: Element) => !el.getClientRects().length

function resize(mount: Mount, told: unknown): void {
  const height = readHeight(told)
  if (height === undefined || !fire(mount, 'resize', { height })) return
  dress(mount.frame!, 'height', `${height}px`)
  // A little too much room, 16 pixels, is better than a page that moves.
  if (Math.abs(mount.room - height - 8) > 8) mount.el.style.minHeight = ''
}
