import { AppError } from '#kernel/errors.ts'
import type { AppContext } from '#kernel/http/context.ts'
import { uuid } from '#kernel/contract.ts'
import { createUser, listUsers, readUser } from './admin.ts'
import type { Auth } from '../auth.ts'
import { adminCreateInput, readBody } from '../contract.ts'
import { authErrors } from '../errors.ts'
import type { Pool } from '../pool.ts'
import { userBody } from '../accounts/user-body.ts'

/** A call by the operator, about one pool. */
interface AdminCall {
  auth: Auth
  c: AppContext
  pool: Pool
}

/** POST /admin/users. */
export async function create({ auth, c, pool }: AdminCall): Promise<Response> {
  return c.json(await createUser(auth, pool, await readBody(c, adminCreateInput)))
}

/** GET /admin/users/:id. An id that is none is unknown (404), as the official service answers it. */
export async function read({ auth, c, pool }: AdminCall): Promise<Response> {
  const id = c.req.param('id') ?? ''
  if (!uuid.safeParse(id).success) throw new AppError('validation_failed', 404, 'user_id must be an UUID')
  return c.json(userBody(await readUser(auth, pool, id), pool))
}

const MOST_PER_PAGE = 1000

/** GET /admin/users: one page; the headers say how many users and pages there are, which the official client reads. */
export async function list({ auth, c, pool }: AdminCall): Promise<Response> {
  const page = count(c.req.query('page'), 1, 1_000_000)
  const perPage = count(c.req.query('per_page'), 50, MOST_PER_PAGE)
  const { users, total } = await listUsers(auth, pool, page, perPage)
  const last = Math.max(1, Math.ceil(total / perPage))
  const link = (to: number, rel: string) => `<${c.req.path}?page=${to}&per_page=${perPage}>; rel="${rel}"`
  c.header('x-total-count', String(total))
  c.header('link', [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', '))
  return c.json({ users, aud: pool.audience })
}

/** A whole number from the query; nothing and 0 mean the fallback. @throws {AppError} 400 */
function count(text: string | undefined, fallback: number, most: number): number {
  if (!text) return fallback
  if (!/^\d{1,9}$/.test(text))
    throw authErrors.validation_failed({ text: 'page and per_page are whole numbers' })
  return Math.min(Number(text) || fallback, most)
}
