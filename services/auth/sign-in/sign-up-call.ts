import { userBody } from '../accounts/user-body.ts'
import { answer, originOf } from '../answers.ts'
import { readBody, signUpInput } from '../contract.ts'
import { mailAsked } from '../mails/token-mails.ts'
import type { Call } from '../route-table.ts'
import { usesCookie } from '../sessions/session-cookie.ts'
import { signUp as signUpWithPassword } from './sign-up.ts'

/** POST /signup: the user whom a mail awaits, or a session where addresses are confirmed by themselves. */
export async function signUp(call: Call): Promise<Response> {
  const { auth, c, pool } = call
  usesCookie(c, pool)
  const input = await readBody(c, signUpInput)
  const result = await signUpWithPassword(auth, pool, input, { ...originOf(c), ...mailAsked(call, input) })
  return 'session' in result ? answer(call, result.session) : c.json(userBody(result.user, pool))
}
