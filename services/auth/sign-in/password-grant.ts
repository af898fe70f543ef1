import { respondWithSignIn } from '../responses.ts'
import { passwordInput, readBody } from '../contract.ts'
import type { Call } from '../route-table.ts'
import { signInWithPassword } from './sign-in.ts'

/** grant_type=password. */
export async function passwordGrant(call: Call): Promise<Response> {
  const { auth, c, pool } = call
  return respondWithSignIn(call, await signInWithPassword(auth, pool, await readBody(c, passwordInput), c))
}
