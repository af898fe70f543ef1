import { userBody } from '../accounts/user-body.ts'
import { signUpAnonymously } from '../accounts/anonymous.ts'
import { respondWithSignIn, originOf } from '../responses.ts'
import { readBody, signUpInput } from '../contract.ts'
import { authErrors } from '../errors.ts'
import { readMailRequest } from '../mails/token-mails.ts'
import { signUpByPhone } from '../phone/phone-calls.ts'
import type { Call } from '../route-table.ts'
import { usesCookie } from '../sessions/session-cookie.ts'
import { signUp as signUpWithPassword } from './sign-up.ts'

/**
 * POST /signup: returns the user, who has to confirm by email, or a session if addresses need no
 * confirmation. Requests with a number, or with neither address nor number, are passed to the phone and
 * anonymous sign-up.
 */
export async function signUp(call: Call): Promise<Response> {
  const { auth, c, pool } = call
  usesCookie(c, pool)
  const input = await readBody(c, signUpInput)
  const { email, phone } = input
  if (email && phone)
    throw authErrors.validation_failed({
      text: 'Only an email address or phone number should be provided on signup.',
    })
  if (phone) return signUpByPhone(call, { ...input, phone })
  if (!email) return signUpAnonymously(call, input)
  const caller = { ...originOf(c), ...readMailRequest(call, input) }
  const result = await signUpWithPassword(auth, pool, { ...input, email }, caller)
  return 'session' in result ? respondWithSignIn(call, result.session) : c.json(userBody(result.user, pool))
}
