import { AppError } from '#kernel/errors.ts'
import { uuid } from '#kernel/contract.ts'
import { atLeastAal2WhenMfa } from '../mfa/step-up.ts'
import type { SessionCall } from '../route-table.ts'
import { unlinkIdentity } from './unlink-identity.ts'

/** DELETE /user/identities/:id: takes a provider off the own account. */
export async function unlink(call: SessionCall): Promise<Response> {
  const { auth, c, pool, claims } = call
  const id = c.req.param('id') ?? ''
  if (!uuid.safeParse(id).success) throw new AppError('validation_failed', 404, 'identity_id must be an UUID')
  await atLeastAal2WhenMfa(call)
  await unlinkIdentity(auth, pool, claims.sub, id)
  return c.json({})
}
