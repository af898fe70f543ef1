import { AppError } from '#kernel/errors.ts'
import { uuid } from '#kernel/contract.ts'
import type { SessionCall } from '../route-table.ts'
import { unlinkIdentity } from './unlink-identity.ts'

/** DELETE /user/identities/:id: takes a provider off the own account. */
export async function unlink({ auth, c, pool, claims }: SessionCall): Promise<Response> {
  const id = c.req.param('id') ?? ''
  if (!uuid.safeParse(id).success) throw new AppError('validation_failed', 404, 'identity_id must be an UUID')
  await unlinkIdentity(auth, pool, claims.sub, id)
  return c.json({})
}
