import { sql } from 'kysely'
import { METADATA_BYTES } from '../contract.ts'
import type { UpdateUserInput } from './inputs.ts'
import { requireEmailAddress } from './email-address.ts'
import { authErrors } from '../errors.ts'
import { takeByAddress } from '../limits.ts'
import { readMailRequest } from '../mails/token-mails.ts'
import { atLeastAal2WhenMfa } from '../mfa/step-up.ts'
import { requirePhoneNumber } from '../phone/phone-number.ts'
import { startPhoneChange } from '../phone/change-phone.ts'
import type { Pool } from '../pool.ts'
import type { SessionCall } from '../route-table.ts'
import { build, runAlone } from '../statements.ts'
import { startEmailChange } from './change-email.ts'
import { changePassword } from './change-password.ts'
import { placesOf } from './known-places.ts'
import { requireOwner } from './owner-proof.ts'
import { readOwner } from './owner.ts'
import type { Owner } from './owner.ts'

/**
 * Applies changes that users make to their own account. Fields that users may not change (role, app_metadata,
 * id, …) never arrive here, because the contract drops them.
 * @throws {AppError} as changePassword, requireOwner, startEmailChange and startPhoneChange; 401
 *   insufficient_aal; 422 user_sso_managed, validation_failed
 */
export async function updateUser(call: SessionCall, input: UpdateUserInput): Promise<void> {
  const { auth, c, pool } = call
  const mailRequest = readMailRequest(call, input)
  const owner = await readOwner(call, placesOf(auth, c, pool))
  const email = input.email ? requireEmailAddress(input.email) : ''
  const phone = input.phone ? requirePhoneNumber(input.phone) : ''
  const changes = {
    password: input.password ?? '',
    email: email === owner.email ? '' : email,
    phone: phone === owner.phone ? '' : phone,
  }
  if (changes.password || changes.email || changes.phone) {
    refuseForeignManaged(owner, changes)
    await atLeastAal2WhenMfa(call)
    await takeByAddress(auth.kernel.limits, 'mail', c.get('clientIp'))
  }
  if (changes.password)
    await changePassword(call, owner, {
      password: changes.password,
      currentPassword: input.current_password ?? '',
      nonce: input.nonce ?? '',
    })
  // A new password has already required the same proof and used up the code.
  const proven = Boolean(changes.password && owner.encrypted_password)
  if ((changes.email || changes.phone) && !owner.email && !owner.is_anonymous && !proven)
    await requireOwner(auth, pool, owner, {
      currentPassword: input.current_password ?? '',
      nonce: input.nonce ?? '',
    })
  if (input.data) await mergeMetadata(call, pool, input.data)
  if (changes.email) await startEmailChange(call, owner, changes.email, mailRequest)
  if (changes.phone) await startPhoneChange(call, owner, { phone: changes.phone, channel: input.channel })
}

function refuseForeignManaged(
  owner: Owner,
  changes: { password: string; email: string; phone: string },
): void {
  if (owner.is_sso_user) throw authErrors.user_sso_managed()
  if (owner.is_anonymous && changes.password && !changes.email && !changes.phone)
    throw authErrors.anonymous_needs_contact()
}

/** Merges the top level, as the official service does: a null removes its key, other keys stay. */
async function mergeMetadata(
  { auth, claims }: SessionCall,
  pool: Pool,
  data: Record<string, unknown>,
): Promise<void> {
  const removed = Object.keys(data).filter((key) => data[key] === null)
  const merged = sql<never>`(raw_user_meta_data || ${JSON.stringify(data)}::jsonb) - ${removed}::text[]`
  const stored = await runAlone(
    auth.kernel.database,
    build
      .updateTable('auth.users')
      .set({ raw_user_meta_data: merged })
      .where('pool_id', '=', pool.id)
      .where('id', '=', claims.sub)
      .where(sql<boolean>`octet_length((${merged})::text) <= ${METADATA_BYTES}`)
      .returning('id'),
  )
  if (!stored.length)
    throw authErrors.validation_failed({
      text: `data: all metadata together must not exceed ${METADATA_BYTES} bytes`,
    })
}
