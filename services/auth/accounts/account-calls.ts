import { authErrors } from '../errors.ts'
import type { SessionCall } from '../route-table.ts'
import { runAlone } from '../statements.ts'
import { userBody } from './user-body.ts'
import { userById } from './users.ts'

/** GET /user: read anew, so that a user who is gone is not answered from a token. */
export async function user({ auth, c, pool, claims }: SessionCall): Promise<Response> {
  const [found] = await runAlone(auth.kernel.database, userById(pool, claims.sub), 'user_by_id')
  if (!found) throw authErrors.user_gone()
  return c.json(userBody(found, pool))
}
