import type { UserRow } from '../accounts/user-body.ts'
import { countUsers, allUsers, usersPage } from '../accounts/users.ts'
import type { Auth } from '../auth.ts'
import { authErrors } from '../errors.ts'
import type { Pool } from '../pool.ts'
import { runAlone } from '../statements.ts'

/**
 * Returns a user by id. A soft-deleted user is returned as the official service does: with `deleted_at`, and
 * without the address, number and metadata that the deletion removed.
 * @throws {AppError} 404 user_not_found
 */
export async function readUser(auth: Auth, pool: Pool, id: string): Promise<UserRow> {
  const [user] = await runAlone(auth.kernel.database, allUsers(pool).where('u.id', '=', id))
  if (!user) throw authErrors.user_not_found()
  return user
}

/** One page of a pool's users, newest first, and the total number. */
export async function listUsers(auth: Auth, pool: Pool, page: number, perPage: number) {
  const { database } = auth.kernel
  const users = await runAlone(database, usersPage(pool, page, perPage))
  const [count] = await runAlone(database, countUsers(pool))
  return { users, total: count?.total ?? 0 }
}
