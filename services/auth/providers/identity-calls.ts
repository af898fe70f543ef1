import { uuid } from '#kernel/contract.ts'
import { authErrors } from '../errors.ts'
import { atLeastAal2WhenMfa } from '../mfa/step-up.ts'
import type { SessionCall } from '../route-table.ts'
import { unlinkIdentity } from './unlink-identity.ts'

/** DELETE /user/identities/:id: takes a provider off the own account. */
export async function unlink(call: SessionCall): Promise<Response> {
  const { auth, c, pool, claims } = call
  const id = c.req.param('id') ?? ''
  if (!uuid.safeParse(id).success) throw authErrors.identity_id_malformed()
  await atLeastAal2WhenMfa(call)
  await unlinkIdentity(auth, pool, claims.sub, id)
  return c.json({})
}
