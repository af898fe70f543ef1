import type { FrameMessage, Question } from '../messages.ts'
import { type Mount, mountOf, type Page, send } from './page.ts'

declare const __BB_SESSION_BLOCK__: string

interface Waiting {
  resolve: (value: unknown) => void
  reject: (why: Error) => void
  /** The frame that was asked, and the question. */
  mount: Mount
  what: Question
  tenant: string
}

export interface Questions {
  /** @param tenant public key; default the page's own */
  ask: (what: Question, tenant?: string) => Promise<unknown>
  answer: (message: Extract<FrameMessage, { type: 'answer' }>) => void
}

/**
 * `bb('user')`, `bb('token')`, `bb('signOut')`: asks a frame, which answers only origins that the tenant
 * lists.
 */
export function makeQuestions(page: Page): Questions {
  const waiting: Record<number, Waiting> = {}
  let count = 0

  function ask(what: Question, tenant = page.tenant): Promise<unknown> {
    if (!tenant && !page.mounts.length) return Promise.reject(new Error('no tenant on this page'))
    const mount = someMount(page, tenant)
    const number = ++count
    return new Promise((resolve, reject) => {
      const missing = () => {
        delete waiting[number]
        reject(new Error('the block did not load'))
      }
      // The frame failed before this call and sends no more messages.
      if (hasFailed(mount)) return missing()
      waiting[number] = { resolve, reject, mount, what, tenant }
      const put = () => {
        if (waiting[number]) send(page, mount, { type: 'ask', number, what })
        else mount.frame?.removeEventListener('load', put)
      }
      mount.el.addEventListener('bb:ready', put, { once: true })
      mount.el.addEventListener('bb:error', missing, { once: true })
      mount.load()
      // A frame whose views fail to load reloads when the network is back, and has then missed the question.
      mount.frame?.addEventListener('load', put)
      if (mount.ready) put()
    })
  }

  // A frame that the page removed or moved can no longer answer, so ask another one.
  new MutationObserver(() => {
    for (const [number, { resolve, reject, mount, what, tenant }] of Object.entries(waiting)) {
      if (page.mounts.includes(mount)) continue
      delete waiting[Number(number)]
      ask(what, tenant).then(resolve, reject)
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

/** A frame that can answer: one that is ready, else one still to load, else a hidden one of our own. */
function someMount(page: Page, tenant: string): Mount {
  const mounts = page.mounts.filter((m) => !tenant || m.settings.tenant === tenant)
  return (
    mounts.find((m) => m.ready) ?? mounts.find((m) => !hasFailed(m)) ?? mounts[0] ?? unseenMount(page, tenant)
  )
}

function unseenMount(page: Page, tenant: string): Mount {
  const el = document.createElement('bb-block')
  el.dataset.block = __BB_SESSION_BLOCK__
  el.dataset.tenant = tenant
  // The loader's first chunk mounts it at once. It is not visible on the page.
  document.body.append(el)
  el.style.display = 'none'
  return mountOf(page, el)!
}
