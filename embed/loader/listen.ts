import type { HostCode } from '#kernel/browser/embed-page.ts'
import type { FrameMessage } from '../messages.ts'
import { mayNavigate, readHeight, unseal } from '../messages.ts'
import { showFrame } from './frame.ts'
import { keepHint, readHint } from './hint.ts'
import type { Mount, Page } from './page.ts'
import { fire, send } from './page.ts'

/** What the second part of the loader hooks in once it is there. */
export interface Later {
  receive?(mount: Mount, message: FrameMessage): void
  /** Shows and hides what `data-bb-show` marks. */
  gate?(): void
}

/** Listens to the page's frames; a message counts only from our origin and from the very window of its frame. */
export function listen(page: Page, later: Later): void {
  addEventListener('message', (event) => {
    const message = unseal<FrameMessage>(event.data)
    if (!message || event.origin !== page.origin || !event.source) return
    for (const mount of page.mounts.values())
      if (mount.frame?.contentWindow === event.source && mount.id === message.id)
        receive(page, later, mount, message)
  })
}

function receive(page: Page, later: Later, mount: Mount, message: FrameMessage): void {
  const { tenant } = mount.settings
  clearTimeout(mount.patience)
  switch (message.type) {
    case 'ready': {
      // It may have come after all, once patience was over.
      showFrame(mount, true)
      mount.checkout = message.checkout
      send(page, mount, {
        type: 'hello',
        page: location.href.replace(/#.*/, ''),
        codes: Object.keys(page.codes) as HostCode[],
      })
      resize(mount, message.height)
      if (!mount.ready) fire(mount, 'ready')
      mount.ready = true
      break
    }
    case 'take':
      send(page, mount, { type: 'code', kind: message.kind, code: page.codes[message.kind] })
      delete page.codes[message.kind]
      break
    case 'resize':
      resize(mount, message.height)
      break
    case 'signed-in':
    case 'signed-out': {
      const signedIn = message.type === 'signed-in'
      const before = page.signedIn[tenant]
      // Signing out is news only to a page that took the visitor for signed in.
      const news = signedIn ? !before : (before ?? readHint(tenant))
      page.signedIn[tenant] = signedIn
      keepHint(tenant, message.until)
      later.gate?.()
      if (news) fire(mount, message.type, message.detail)
      break
    }
    case 'navigate':
      if (mayNavigate(message.url, page.origin, mount.checkout)) location.assign(message.url)
      break
    case 'purchase':
    case 'error':
      fire(mount, message.type, message.detail)
      break
    default:
      // What few pages need, its part of the loader too.
      void page.needMore().then(() => later.receive?.(mount, message))
  }
}

function resize(mount: Mount, told: unknown): void {
  const height = readHeight(told)
  if (height === undefined || !fire(mount, 'resize', { height })) return
  mount.frame!.style.height = `${height}px`
  mount.el.style.minHeight = ''
}
