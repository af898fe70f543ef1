import { respondWithSignIn, respondWithSession, originOf } from '../responses.ts'
import { oneTimeCodeInput, readBody, refreshInput } from '../contract.ts'
import { authErrors } from '../errors.ts'
import type { Grant } from '../route-table.ts'
import { redeemOneTimeCode } from './one-time-codes.ts'
import { refreshSession } from './refresh.ts'
import { cookieToken, dropCookie, fromOwnPage, isPlaceholder, usesCookie } from './session-cookie.ts'

/** Grants that create a session from another one. */
export const sessionGrants: Record<string, Grant> = {
  async refresh_token(call) {
    const { auth, c, pool } = call
    const { refresh_token: given } = await readBody(c, refreshInput)
    const inCookie = usesCookie(c, pool) && isPlaceholder(given)
    const refreshToken = inCookie ? cookieToken(c, pool) : (given ?? '')
    if (!refreshToken && !inCookie)
      throw authErrors.validation_failed({ text: 'A refresh_token is required' })
    try {
      return await respondWithSession(call, await refreshSession(auth, pool, refreshToken))
    } catch (error) {
      if (inCookie) dropCookie(c, pool)
      throw error
    }
  },

  async one_time_code(call) {
    const { auth, c, pool } = call
    // A page of another site that intercepts the code must not take the session over.
    if (c.req.header('origin') && !fromOwnPage(c)) throw authErrors.origin_not_allowed()
    return respondWithSignIn(
      call,
      await redeemOneTimeCode(auth, pool, await readBody(c, oneTimeCodeInput), originOf(c)),
    )
  },
}
