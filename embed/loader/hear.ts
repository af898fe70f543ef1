// Handles frame messages that few pages need. Part of the loader's second chunk.
import { type FrameMessage, mayNavigate } from '../messages.ts'
import { believesHint, keepHint } from './keep-hint.ts'
import type { Measure } from './measuring.ts'
import { fire, type Mount, type Page, send } from './page.ts'
import type { makePanel } from './panel.ts'
import { keepPlace } from './place.ts'
import type { makeQuestions } from './questions.ts'

export interface Tellers {
  panel: ReturnType<typeof makePanel>
  questions: ReturnType<typeof makeQuestions>
  /** Shows and hides the elements marked with `data-bb-show`. */
  gate: (tenant?: string) => void
  measure: Measure
}

/** Handles every message except the initial ones, in the order of arrival. */
export function makeMessageHandler(
  page: Page,
  tellers: Tellers,
): (mount: Mount, message: FrameMessage) => void {
  const known = page.signedIn
  return (mount, message) => {
    const { tenant, theme } = mount.settings
    switch (message.type) {
      case 'take':
        send(page, mount, { type: 'code', kind: message.kind, code: page.codes[message.kind] })
        delete page.codes[message.kind]
        break
      case 'signed-in':
      case 'signed-out': {
        const signedIn = message.type === 'signed-in'
        const before = known[tenant]
        // A sign-out is reported only to a page that considered the visitor signed in.
        const news = signedIn ? !before : (before ?? believesHint(tenant))
        known[tenant] = signedIn
        keepHint(tenant, message.until)
        tellers.gate(tenant)
        if (news) fire(mount, message.type, message.detail)
        break
      }
      case 'navigate':
        if (mayNavigate(message.url, page.origin, mount.checkout ?? [])) {
          // A block in the page scrolls to the note about its payment itself.
          if ('bbPanel' in mount.el.dataset) keepPlace()
          location.assign(message.url)
        }
        break
      case 'purchase':
      case 'submitted':
      case 'error':
        // A frame that was refused on this site sends nothing after this.
        if (!mount.ready) mount.failed = mount.frame
        fire(mount, message.type, message.detail)
        break
      case 'answer':
        tellers.questions.answer(message)
        break
      case 'close':
        tellers.panel.close(mount)
        break
      case 'measure':
        tellers.measure('measure', message.needsConsent, tenant)
        break
      case 'started':
        tellers.measure('step', `${mount.settings.block}:started`)
        break
      case 'open':
        tellers.panel.open(message.block, { tenant, theme, ...(message.item && { item: message.item }) })
        break
    }
  }
}
