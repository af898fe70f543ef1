import { uuid } from '#kernel/contract.ts'
import { authErrors } from '../errors.ts'
import { noticeToOwner } from '../mails/owner-notice.ts'
import { atLeastAal2WhenMfa } from '../mfa/step-up.ts'
import type { Auth } from '../auth.ts'
import type { Pool } from '../pool.ts'
import type { SessionCall } from '../route-table.ts'
import { settingsOf } from '../settings/pool-settings.ts'
import { providersOf } from './provider-store.ts'
import { unlinkIdentity } from './unlink-identity.ts'

/**
 * DELETE /user/identities/:id: removes a provider from the caller's own account.
 * @throws {AppError} 404 manual_linking_disabled, identity_id_malformed, identity_not_found; 401
 *   insufficient_aal
 */
export async function unlink(call: SessionCall): Promise<Response> {
  const { auth, c, pool, claims } = call
  if (!(await settingsOf(auth, pool)).manual_linking) throw authErrors.manual_linking_disabled()
  const id = c.req.param('id') ?? ''
  if (!uuid.safeParse(id).success) throw authErrors.identity_id_malformed()
  await atLeastAal2WhenMfa(call)
  const provider = await unlinkIdentity(auth, pool, claims.sub, id)
  const name = await titleOf(auth, pool, provider)
  const acceptLanguage = c.req.header('accept-language')
  await noticeToOwner(auth, pool, claims.sub, { kind: 'identity_removed', name }, acceptLanguage)
  return c.json({})
}

/**
 * The display name of a provider. Email, phone and providers that are no longer configured keep their
 * internal name.
 */
async function titleOf(auth: Auth, pool: Pool, name: string): Promise<string> {
  const provider = (await providersOf(auth, pool)).find((one) => one.name === name)
  return provider?.title ?? name
}
