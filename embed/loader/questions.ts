import type { FrameMessage, Question } from '../messages.ts'
import { type Mount, mountOf, type Page, send } from './page.ts'

declare const __BB_SESSION_BLOCK__: string

interface Waiting {
  resolve: (value: unknown) => void
  reject: (why: Error) => void
  /** Who was asked, and what. */
  mount: Mount
  what: Question
}

/** `bb('user')`, `bb('token')`, `bb('signOut')`: asks a frame, which answers only origins that the tenant lists. */
export function makeQuestions(page: Page) {
  const waiting: Record<number, Waiting> = {}
  let count = 0

  function ask(what: Question): Promise<unknown> {
    if (!page.tenant && !page.mounts.length) return Promise.reject(new Error('no tenant on this page'))
    const mount = someMount(page)
    const number = ++count
    return new Promise((resolve, reject) => {
      const missing = () => {
        delete waiting[number]
        reject(new Error('the block did not load'))
      }
      // It told of that before anybody asked, and tells nothing more.
      if (hasFailed(mount)) return missing()
      waiting[number] = { resolve, reject, mount, what }
      const put = () => {
        if (waiting[number]) send(page, mount, { type: 'ask', number, what })
        else mount.frame?.removeEventListener('load', put)
      }
      mount.el.addEventListener('bb:ready', put, { once: true })
      mount.el.addEventListener('bb:error', missing, { once: true })
      mount.load()
      // A frame whose views do not come begins anew when the network is back, and has heard nothing then.
      mount.frame?.addEventListener('load', put)
      if (mount.ready) put()
    })
  }

  // A frame that the page took away, or moved, answers no more: the question goes to another one.
  new MutationObserver(() => {
    for (const [number, { resolve, reject, mount, what }] of Object.entries(waiting)) {
      if (page.mounts.includes(mount)) continue
      delete waiting[Number(number)]
      ask(what).then(resolve, reject)
    }
  }).observe(document, { childList: true, subtree: true })

  return {
    ask,
    answer({ to, value, refused }: Extract<FrameMessage, { type: 'answer' }>): void {
      const asked = waiting[to]
      delete waiting[to]
      if (refused) asked?.reject(new Error(refused))
      else asked?.resolve(value)
    },
  }
}

const hasFailed = (mount: Mount) => !mount.ready && mount.failed !== undefined && mount.failed === mount.frame

/** A frame that can answer: one that is there, else one that is still to load, else an unseen one of our own. */
function someMount(page: Page): Mount {
  const mounts = page.mounts.filter((m) => !page.tenant || m.settings.tenant === page.tenant)
  return mounts.find((m) => m.ready) ?? mounts.find((m) => !hasFailed(m)) ?? mounts[0] ?? unseenMount(page)
}

function unseenMount(page: Page): Mount {
  const el = document.createElement('bb-block')
  el.dataset.block = __BB_SESSION_BLOCK__
  el.dataset.tenant = page.tenant
  // The first part of the loader mounts it at once; it has no place on the page.
  document.body.append(el)
  el.style.display = 'none'
  return mountOf(page, el)!
}
