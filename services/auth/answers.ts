import type { AppContext } from '#kernel/http/context.ts'
import { rememberPlace } from './accounts/known-places.ts'
import { returnAddress } from './redirects.ts'
import type { Call } from './route-table.ts'
import { sessionBody } from './sessions/session-body.ts'
import type { SessionBody } from './sessions/session-body.ts'
import { answerSession } from './sessions/session-cookie.ts'
import type { SessionRow } from './sessions/sessions.ts'

/** Where a sign-in came from, for the list of sessions. */
export interface Origin {
  userAgent: string | undefined
  ip: string
}

/** Read from the request; the address is the one behind trusted proxies. */
export const originOf = (c: AppContext): Origin => ({
  userAgent: c.req.header('user-agent'),
  ip: c.get('clientIp'),
})

/** The allowed form of `redirect_to`. */
export const returnTo = ({ auth, c, pool }: Call): string =>
  returnAddress(auth.kernel.config.publicUrl, pool, c.req.query('redirect_to'))

/**
 * Answers the session of a sign-in, whose place is remembered as its owner's.
 * @param more is added to the body: tokens of a provider, for example
 */
export async function answer(
  call: Call,
  row: SessionRow,
  more: Partial<SessionBody> = {},
): Promise<Response> {
  const { auth, c, pool } = call
  const response = answerSession(c, pool, { ...(await sessionBody(auth, pool, row)), ...more })
  await rememberPlace(call, row.id, response)
  return response
}

/** Answers a session that goes on. */
export const answerAgain = async ({ auth, c, pool }: Call, row: SessionRow): Promise<Response> =>
  answerSession(c, pool, await sessionBody(auth, pool, row))
