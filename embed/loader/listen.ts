import type { HostCode } from '#kernel/browser/embed-page.ts'
import type { FrameMessage } from '../messages.ts'
import { readHeight, unseal } from '../messages.ts'
import { dress } from './dress.ts'
import { fail, showFrame } from './frame.ts'
import { hintOf } from './hint.ts'
import { refreshLooks } from './looks.ts'
import type { Mount } from './page.ts'
import { fire, isShown, send } from './page.ts'
import { page } from './state.ts'

/**
 * Handles messages of the page's frames. A message counts only from our origin and from its own frame's
 * window.
 */
export function hearFrame(event: MessageEvent): void {
  const message = unseal<FrameMessage>(event.data)
  if (!message || event.origin !== page.origin) return
  for (const mount of page.mounts)
    if (mount.frame?.contentWindow === event.source && mount.id === message.id) {
      const then = () => receive(mount, message)
      if (page.awaited) void page.loadMore().then(then, then)
      else then()
    }
}

function receive(mount: Mount, message: FrameMessage): void {
  clearTimeout(mount.patience)
  mount.patience = 0
  if (message.type === 'ready') {
    // The frame may have loaded after the timeout.
    showFrame(mount, true)
    // Hidden by a style of the page or by the visitor's content blocker.
    const unseen = !isShown(mount.frame) && isShown(mount.el)
    mount.checkout = message.checkout
    mount.frame!.title = message.title
    send(page, mount, {
      type: 'hello',
      page: location.href.replace(/#.*/, ''),
      codes: Object.keys(page.codes) as HostCode[],
    })
    // Messages sent while its document was loading were lost.
    if (mount.look !== mount.asked) {
      mount.look = mount.asked
      refreshLooks()
    }
    resize(mount, message.height)
    const before = mount.ready
    mount.ready = true
    if (unseen) fail(mount, 'blocked')
    else if (!before) fire(mount, 'ready')
  } else if (message.type === 'resize') resize(mount, message.height)
  // Most visitors are signed out, and their page already assumes that.
  else if (message.type !== 'signed-out' || page.more || hintOf(mount.settings.tenant))
    // Few pages need the rest, so it is in the second chunk. Order matters.
    page.wake(() => page.receive?.(mount, message))
}

function resize(mount: Mount, told: unknown): void {
  // Undefined for everything that is not a height, and then no comparison holds.
  const height = readHeight(told) as number
  if (!(height >= 0 && fire(mount, 'resize', { height }))) return
  dress(mount.frame!, 'height', `${height}px`)
  // Up to 50 pixels of extra height, such as the 34 of a missing "Powered by" line, are better than a page that moves.
  if (Math.abs(mount.room - height - 25) > 25) mount.el.style.minHeight = ''
}
