import { uuid } from '#kernel/contract.ts'
import type { AppContext } from '#kernel/http/context.ts'
import type { UserRow } from '../accounts/user-body.ts'
import { userById } from '../accounts/users.ts'
import { authErrors } from '../errors.ts'
import type { Call } from '../route-table.ts'
import { runAlone } from '../statements.ts'

/**
 * Returns the user id in the path of an operator's call. A malformed id is refused as the official service
 * does.
 * @throws {AppError} 404 validation_failed
 */
export function userIdOf(c: AppContext): string {
  const id = c.req.param('id') ?? ''
  if (!uuid.safeParse(id).success) throw authErrors.user_id_malformed()
  return id.toLowerCase()
}

/**
 * Returns the active user of the path.
 * @throws {AppError} 404 validation_failed for a malformed id, 404 user_not_found
 */
export async function userOfPath({ auth, c, pool }: Call): Promise<UserRow> {
  const [user] = await runAlone(auth.kernel.database, userById(pool, userIdOf(c)), 'user_by_id')
  if (!user) throw authErrors.user_not_found()
  return user
}
