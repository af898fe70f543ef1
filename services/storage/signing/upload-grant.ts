import { PLATFORM_POOL, SERVICE } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { ObjectAddress } from '../address.ts'
import { storageErrors } from '../errors.ts'
import type { Call } from '../storage.ts'
import { verifyUrlToken } from './tokens.ts'
import type { UrlGrant } from './tokens.ts'

/** A member of the namespace, or a creator who owns it or has the right to its content; neither banned nor deleted. */
const MAY_SIGN = `select from auth.users u
  where u.id = $2 and u.pool_id in ($1, '${PLATFORM_POOL}') and u.deleted_at is null
    and (u.banned_until is null or u.banned_until <= now())
    and (u.pool_id = $1 or app.user_may(u.id, $1, 'content'))`

/**
 * Verifies the token of a signed upload, and that its signer may still upload: a ban, a deletion and a lost role
 * end it before its time.
 * @param token from the query, unless it is given
 * @throws {AppError} as verifyUrlToken; AccessDenied
 */
export async function verifyUploadToken(
  call: Call,
  requested: ObjectAddress,
  token?: string,
): Promise<UrlGrant> {
  const grant = await verifyUrlToken(call, requested, 'upload', token)
  if (grant.owner === null) return grant // Signed with the service key.
  if (!(await maySign(call.storage.kernel, grant.pool, grant.owner))) throw storageErrors.access_denied()
  return grant
}

/** Whether addresses that a user signed in a namespace are still valid. */
export async function maySign(
  { database }: Pick<Kernel, 'database'>,
  pool: string,
  user: string,
): Promise<boolean> {
  const { rows } = await database.once(SERVICE, {
    name: 'storage_may_sign',
    text: MAY_SIGN,
    values: [pool, user],
    readOnly: true,
  })
  return rows.length > 0
}
