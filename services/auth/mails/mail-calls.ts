import { answer, originOf } from '../answers.ts'
import { readBody, resendInput, verifyInput } from '../contract.ts'
import type { Call } from '../route-table.ts'
import { usesCookie } from '../sessions/session-cookie.ts'
import { resend as sendAgain } from './resend.ts'
import { mailAsked } from './token-mails.ts'
import { verify as redeem } from './verify.ts'

/** POST /resend: the same answer whether or not there is such a user. */
export async function resend(call: Call): Promise<Response> {
  const input = await readBody(call.c, resendInput)
  await sendAgain(call.auth, call.pool, input, mailAsked(call))
  return call.c.json({})
}

/** POST /verify: a token or code from a mail for a session. */
export async function verify(call: Call): Promise<Response> {
  const { auth, c, pool } = call
  usesCookie(c, pool)
  const { session } = await redeem(auth, pool, await readBody(c, verifyInput), originOf(c))
  return answer(call, session)
}
