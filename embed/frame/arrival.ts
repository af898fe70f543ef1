import type { EmbedApi, EmbedSession } from '#kernel/browser/embed-page.ts'
import type { Host } from './host.ts'

/** How long the host page may believe that the visitor is signed in, without hearing from us again. */
const HINT_MS = 7 * 24 * 60 * 60 * 1000

/**
 * Brings back the earlier session, else takes over the one that came with the host page's address (`#bb_session=…`);
 * tells the host page the outcome, and from then on every change. A link must not swap who is signed in: whoever
 * made it could be after what the visitor does next (docs/decisions/041).
 */
export async function arrive(session: EmbedSession, host: Host): ReturnType<() => EmbedApi['arrival']> {
  const code = await host.takeCode('session')
  let problem: unknown
  const earlier = await session.restore()
  // Kept, and not to be had just now (a limit, a bad line): somebody stands there all the same.
  const taken = !earlier && !session.owed && session.likely()
  if (code && taken) problem = new Error('Somebody is signed in here, and cannot be asked')
  const user =
    earlier ??
    (code && !taken
      ? await session.exchange(code).catch((why: unknown) => {
          problem = why
          return null
        })
      : null)
  const tell = (signedIn: boolean, restored: boolean) =>
    host.post(
      signedIn
        ? { type: 'signed-in', until: Date.now() + HINT_MS, detail: { restored } }
        : { type: 'signed-out', until: 0, detail: {} },
    )
  tell(user !== null, earlier !== null)
  session.subscribe((now) => tell(now !== null, false))
  return { user, problem }
}
