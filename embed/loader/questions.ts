import type { FrameMessage, Question } from '../messages.ts'
import { type Mount, type Page, send } from './page.ts'

interface Waiting {
  resolve: (value: unknown) => void
  reject: (why: Error) => void
}

/** `bb('user')`, `bb('token')`, `bb('signOut')`: asks a frame, which answers only origins that the tenant lists. */
export function makeQuestions(page: Page) {
  const waiting = new Map<number, Waiting>()
  let count = 0

  return {
    ask(what: Question): Promise<unknown> {
      if (!page.tenant && !page.mounts.size) return Promise.reject(new Error('no tenant on this page'))
      const mount = someMount(page)
      const number = ++count
      return new Promise((resolve, reject) => {
        waiting.set(number, { resolve, reject })
        const put = () => send(page, mount, { type: 'ask', number, what })
        if (mount.ready) return put()
        mount.el.addEventListener('bb:ready', put, { once: true })
        mount.el.addEventListener('bb:error', () => reject(new Error('the block did not load')), {
          once: true,
        })
        mount.load()
      })
    },
    answer({ to, value, refused }: Extract<FrameMessage, { type: 'answer' }>): void {
      const asked = waiting.get(to)
      waiting.delete(to)
      if (refused) asked?.reject(new Error(refused))
      else asked?.resolve(value)
    },
  }
}

/** A frame that can answer: one that is there, else one that is still to load, else an unseen one of our own. */
function someMount(page: Page): Mount {
  const mounts = [...page.mounts.values()].filter((m) => !page.tenant || m.settings.tenant === page.tenant)
  return mounts.find((m) => m.ready) ?? mounts[0] ?? unseenMount(page)
}

function unseenMount(page: Page): Mount {
  const el = document.createElement('bb-block')
  el.dataset.block = 'auth'
  el.dataset.tenant = page.tenant
  // The first part of the loader mounts it at once; it has no place on the page.
  document.body.append(el)
  el.style.display = 'none'
  return page.mounts.get(el)!
}
