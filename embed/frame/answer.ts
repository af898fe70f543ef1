import { myAccess, siteToken } from '#blocks/auth/endpoints.ts'
import type { EmbedApi, EmbedPageData, EmbedSession } from '#kernel/browser/embed-page.ts'
import type { FrameMessage, LoaderMessage } from '../messages.ts'
import { reasons } from '../texts/reasons.ts'

/**
 * Remaining lifetime in milliseconds that a token needs to be handed out again, so that the builder's server
 * can still verify it.
 */
const MIN_LIFETIME_MS = 60_000

interface HandedOutToken {
  token?: string
  /** Milliseconds since 1970. */
  until: number
}

/** The last token handed out, per session, while the same user stays signed in. */
const handedOut = new WeakMap<EmbedSession, HandedOutToken>()

/**
 * Answers `bb('user')`, `bb('token')`, `bb('signOut')` and `data-bb-show` of the host page. Only sites that the tenant lists
 * by name learn who the visitor is; test mode's wildcard is not enough.
 */
export async function answerQuestion(
  { number, what }: Extract<LoaderMessage, { type: 'ask' }>,
  { session, call }: Pick<EmbedApi, 'session' | 'call'>,
  data: EmbedPageData,
): Promise<Extract<FrameMessage, { type: 'answer' }>> {
  const refused = (why: string) => ({ type: 'answer' as const, to: number, refused: why })
  if (what !== 'sign-out' && data.host.exact !== true) return refused(reasons.notListed)
  try {
    await session.restore()
    if (what === 'sign-out') await session.signOut()
    const value = await {
      user: () => session.user,
      token: () => tokenOf(session),
      access: () => accessOf(session, call),
      'sign-out': () => undefined,
    }[what]()
    return { type: 'answer', to: number, value: value ?? null }
  } catch (why) {
    return refused(why instanceof Error ? why.message : reasons.failed)
  }
}

/** What the visitor has, in the form of `data-bb-show`: `role:Editor`, `plan:Bread club`, `bought:` with an id. */
async function accessOf(session: EmbedSession, call: EmbedApi['call']): Promise<string[]> {
  if (!session.user) return []
  const { roles, products } = await call(myAccess, {})
  return [
    ...roles.map((role) => `role:${role}`),
    ...products.flatMap(({ id, name }) => [`bought:${id}`, ...(name === null ? [] : [`plan:${name}`])]),
  ]
}

/**
 * The session's own token never leaves the frame. The host page gets a token that only proves who the visitor
 * is.
 */
async function tokenOf(session: EmbedSession): Promise<string | undefined> {
  const user = session.user?.id
  if (!user) return undefined
  const known = handedOut.get(session) ?? remember(session, user)
  if (known.until - MIN_LIFETIME_MS > Date.now()) return known.token
  const { token, expires_at } = await session.ask<{ token: string; expires_at: number }>(
    'POST',
    siteToken.path,
    {},
  )
  Object.assign(known, { token, until: expires_at * 1000 })
  return token
}

/** A token is valid only with its session: signing out and in again gives a new one. */
function remember(session: EmbedSession, user: string): HandedOutToken {
  const known: HandedOutToken = { until: 0 }
  handedOut.set(session, known)
  const stop = session.subscribe((now) => {
    if (now?.id === user) return
    handedOut.delete(session)
    stop()
  })
  return known
}
