import type { AppContext } from '#kernel/http/context.ts'
import { rememberPlace } from './accounts/known-places.ts'
import { returnAddress } from './redirects.ts'
import type { Call } from './route-table.ts'
import { sessionBody } from './sessions/session-body.ts'
import type { SessionBody } from './sessions/session-body.ts'
import { answerSession } from './sessions/session-cookie.ts'
import type { SessionRow } from './sessions/sessions.ts'

/** Where a sign-in came from. The list of sessions shows it. */
export interface Origin {
  userAgent: string | undefined
  ip: string
}

/** Reads the origin from the request. The address is the client's, as seen behind trusted proxies. */
export const originOf = (c: AppContext): Origin => ({
  userAgent: c.req.header('user-agent'),
  ip: c.get('clientIp'),
})

/** Returns `redirect_to` if it is allowed, else the site URL. */
export const readReturnAddress = ({ auth, c, pool }: Call): string =>
  returnAddress(auth.kernel.config.publicUrl, pool, c.req.query('redirect_to'))

/**
 * Responds with the session of a sign-in and remembers the place as one of the owner's.
 * @param more fields added to the body, for example tokens of a provider
 */
export async function respondWithSignIn(
  call: Call,
  row: SessionRow,
  more: Partial<SessionBody> = {},
): Promise<Response> {
  const { auth, c, pool } = call
  const response = answerSession(c, pool, { ...(await sessionBody(auth, pool, row)), ...more })
  await rememberPlace(call, row.id, response)
  return response
}

/** Responds with a session that continues, for example after a refresh. */
export const respondWithSession = async ({ auth, c, pool }: Call, row: SessionRow): Promise<Response> =>
  answerSession(c, pool, await sessionBody(auth, pool, row))
