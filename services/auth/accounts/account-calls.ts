import { readBody } from '../contract.ts'
import { authErrors } from '../errors.ts'
import type { SessionCall } from '../route-table.ts'
import { dropCookie, usesCookie } from '../sessions/session-cookie.ts'
import { SITE, siteUser } from '../sessions/site-token.ts'
import { runAlone } from '../statements.ts'
import { deleteOwnUser } from './delete-own-user.ts'
import { deleteUserInput, updateUserInput } from './inputs.ts'
import { updateUser } from './update-user.ts'
import { userBody } from './user-body.ts'
import { userById } from './users.ts'

/**
 * GET /user. Reads the user from the database, so that a deleted user is not served from a token. Besides the
 * official fields the body says whether the account has a password. A site token only sees what its page may
 * know.
 */
export async function user({ auth, c, pool, claims }: SessionCall): Promise<Response> {
  const [found] = await runAlone(auth.kernel.database, userById(pool, claims.sub), 'user_by_id')
  if (!found) throw authErrors.user_gone()
  if (claims.client_id === SITE) return c.json(siteUser(found, pool))
  return c.json({ ...userBody(found, pool), has_password: found.encrypted_password !== null })
}

/** PUT /user: returns the updated user. Changes of the address or number are still pending in it. */
export async function putUser(call: SessionCall): Promise<Response> {
  await updateUser(call, await readBody(call.c, updateUserInput))
  return user(call)
}

/** DELETE /user: permanently deletes the caller's own account. The body is optional. */
export async function removeUser(call: SessionCall): Promise<Response> {
  const { c, pool } = call
  const inCookie = usesCookie(c, pool)
  await deleteOwnUser(call, c.req.header('content-type') ? await readBody(c, deleteUserInput) : {})
  if (inCookie) dropCookie(c, pool)
  return c.body(null, 204)
}
