import { siteToken } from '#blocks/auth/endpoints.ts'
import type { EmbedPageData, EmbedSession } from '#kernel/browser/embed-page.ts'
import type { FrameMessage, LoaderMessage } from '../messages.ts'
import { reasons } from '../texts/reasons.ts'

/** What a token must still have to be given again, in milliseconds: the way to the builder's server and back. */
const SPARE_MS = 60_000

interface Given {
  token?: string
  /** In milliseconds since 1970. */
  until: number
}

/** By session, the token given last, as long as the same person stays signed in. */
const given = new WeakMap<EmbedSession, Given>()

/**
 * Answers `bb('user')`, `bb('token')` and `bb('signOut')` of the host page. Who the visitor is, and proof of it, is
 * for sites that the tenant lists by name; the wildcard of test mode is not enough.
 */
export async function answerQuestion(
  { number, what }: Extract<LoaderMessage, { type: 'ask' }>,
  session: EmbedSession,
  data: EmbedPageData,
): Promise<Extract<FrameMessage, { type: 'answer' }>> {
  const refused = (why: string) => ({ type: 'answer' as const, to: number, refused: why })
  if (what !== 'sign-out' && data.host.exact !== true) return refused(reasons.notListed)
  try {
    await session.restore()
    if (what === 'sign-out') await session.signOut()
    const value = what === 'user' ? session.user : what === 'token' ? await tokenOf(session) : undefined
    return { type: 'answer', to: number, value: value ?? null }
  } catch (why) {
    return refused(why instanceof Error ? why.message : reasons.failed)
  }
}

/** The session's own token stays in here: the page around gets one that proves who it is, and no more than that. */
async function tokenOf(session: EmbedSession): Promise<string | undefined> {
  const user = session.user?.id
  if (!user) return undefined
  const known = given.get(session) ?? remember(session, user)
  if (known.until - SPARE_MS > Date.now()) return known.token
  const { token, expires_at } = await session.ask<{ token: string; expires_at: number }>(
    'POST',
    siteToken.path,
    {},
  )
  Object.assign(known, { token, until: expires_at * 1000 })
  return token
}

/** A token ends with its session: whoever signs out, and in again, gets another one. */
function remember(session: EmbedSession, user: string): Given {
  const known: Given = { until: 0 }
  given.set(session, known)
  const stop = session.subscribe((now) => {
    if (now?.id === user) return
    given.delete(session)
    stop()
  })
  return known
}
