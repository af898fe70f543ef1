import { againAfterDeadlock } from '#kernel/db/again.ts'
import { deleteUser, softDeleteUser } from '../accounts/delete-user.ts'
import { userBody } from '../accounts/user-body.ts'
import type { UserRow } from '../accounts/user-body.ts'
import { readBody } from '../contract.ts'
import { authErrors } from '../errors.ts'
import { answerPage, readPage } from '../pagination.ts'
import type { Pool } from '../pool.ts'
import type { Call } from '../route-table.ts'
import { endSessionsOf } from '../sessions/sessions.ts'
import { runAlone } from '../statements.ts'
import { changeUser } from './change-user.ts'
import { changeInput, createInput, deleteInput } from './contract.ts'
import { createUser } from './create-user.ts'
import { listUsers, readUser } from './read-users.ts'
import { userIdOf } from './user-of-path.ts'

/** POST /admin/users. */
export async function create({ auth, c, pool }: Call): Promise<Response> {
  return c.json(userBody(await createUser(auth, pool, await readBody(c, createInput)), pool))
}

/** GET /admin/users/:id. */
export async function read({ auth, c, pool }: Call): Promise<Response> {
  return c.json(bodyWithEnd(await readUser(auth, pool, userIdOf(c)), pool))
}

/** PUT /admin/users/:id. */
export async function change({ auth, c, pool }: Call): Promise<Response> {
  const id = userIdOf(c)
  return c.json(userBody(await changeUser(auth, pool, id, await readBody(c, changeInput)), pool))
}

/**
 * DELETE /admin/users/:id: deletes the row, or with `should_soft_delete` everything but the id. While a subscription charges the
 * user, it is refused, as it is in the Studio: cancel the subscription first. Creators with tenants or a paid plan delete their
 * account themselves.
 */
export async function remove({ auth, c, pool }: Call): Promise<Response> {
  const { id } = await readUser(auth, pool, userIdOf(c))
  const { should_soft_delete: softly } = await readBody(c, deleteInput)
  if (softly) await againAfterDeadlock(() => softDeleteUser(auth, pool, id))
  else if (!(await againAfterDeadlock(() => deleteUser(auth, pool, id)))) throw authErrors.user_not_found()
  return c.json({})
}

/** POST /admin/users/:id/logout (not in the official API): ends every session of the user. */
export async function signOutUser({ auth, c, pool }: Call): Promise<Response> {
  const { id } = await readUser(auth, pool, userIdOf(c))
  const ended = await runAlone(auth.kernel.database, endSessionsOf(pool, id))
  auth.kernel.sessions.forget(ended.map((session) => session.id))
  return c.body(null, 204)
}

const bodyWithEnd = (user: UserRow, pool: Pool) => ({
  ...userBody(user, pool),
  ...(user.deleted_at ? { deleted_at: user.deleted_at.toISOString() } : {}),
})

/**
 * GET /admin/users: returns one page. The headers carry the numbers of users and pages, which the official
 * client reads.
 */
export async function list({ auth, c, pool }: Call): Promise<Response> {
  const page = readPage(c)
  const { users, total } = await listUsers(auth, pool, page.number, page.size)
  answerPage(c, page, total)
  return c.json({ users: users.map((user) => userBody(user, pool)), aud: pool.audience })
}
