import type { EmbedApi, EmbedSession } from '#kernel/browser/embed-page.ts'
import type { Host } from './host.ts'

/** How long the host page may believe that the visitor is signed in, without hearing from us again. */
const HINT_MS = 7 * 24 * 60 * 60 * 1000

/**
 * Takes over a session that came with the host page's address (`#bb_session=…`), else brings back the earlier one;
 * tells the host page the outcome, and from then on every change.
 */
export async function arrive(session: EmbedSession, host: Host): ReturnType<() => EmbedApi['arrival']> {
  const code = await host.takeCode('session')
  let problem: unknown
  const user = await (code ? session.exchange(code) : session.restore()).catch((why: unknown) => {
    problem = why
    return null
  })
  const tell = (signedIn: boolean, restored: boolean) =>
    host.post(
      signedIn
        ? { type: 'signed-in', until: Date.now() + HINT_MS, detail: { restored } }
        : { type: 'signed-out', until: 0, detail: {} },
    )
  tell(user !== null, !code)
  session.subscribe((now) => tell(now !== null, false))
  return { user, problem }
}
