import type { EmbedApi, EmbedSession } from '#kernel/browser/embed-page.ts'
import type { Host } from './host.ts'

/** How long the host page may assume that the visitor is signed in without another message. */
const HINT_MS = 7 * 24 * 60 * 60 * 1000

/**
 * Restores the earlier session, else exchanges the code from the host page's address (`#bb_session=…`).
 * Reports the outcome and every later change to the host page. A link must not replace a signed-in user,
 * because its author could be after what the visitor does next (docs/decisions/041).
 */
export async function arrive(session: EmbedSession, host: Host): ReturnType<() => EmbedApi['arrival']> {
  const code = await host.takeCode('session')
  let problem: unknown
  const earlier = await session.restore()
  // A session is stored but cannot be restored right now (rate limit, bad connection): the visitor still
  // counts as signed in.
  const isOccupied = !earlier && !session.owed && session.likely()
  if (code && isOccupied) problem = new Error('A session is stored here but cannot be restored right now')
  const user =
    earlier ??
    (code && !isOccupied
      ? await session.exchange(code).catch((why: unknown) => {
          problem = why
          return null
        })
      : null)
  const report = (signedIn: boolean, restored: boolean) =>
    host.post(
      signedIn
        ? { type: 'signed-in', until: Date.now() + HINT_MS, detail: { restored } }
        : { type: 'signed-out', until: 0, detail: {} },
    )
  report(user !== null, earlier !== null)
  session.subscribe((now) => report(now !== null, false))
  return { user, problem }
}
