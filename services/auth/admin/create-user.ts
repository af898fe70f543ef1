import { insertUser, userByEmail, userByPhone } from '../accounts/users.ts'
import type { UserRow } from '../accounts/user-body.ts'
import type { Auth } from '../auth.ts'
import { requireEmailAddress } from '../accounts/email-address.ts'
import { authErrors } from '../errors.ts'
import { refuseMalformed } from '../passwords/password-policy.ts'
import { requirePhoneNumber } from '../phone/phone-number.ts'
import type { Pool } from '../pool.ts'
import { runTogether } from '../statements.ts'
import type { Run } from '../statements.ts'
import { banSeconds } from './ban.ts'
import type { CreateInput } from './contract.ts'
import { passwordHashToStore } from './password-to-store.ts'

/**
 * Creates a user for the operator.
 * @throws {AppError} 400 validation_failed, 422 email_exists, phone_exists, user_already_exists (the id is taken)
 */
export async function createUser(auth: Auth, pool: Pool, input: CreateInput): Promise<UserRow> {
  if (!input.email && !input.phone)
    throw authErrors.validation_failed({ text: 'Cannot create a user without either an email or phone' })
  refuseOtherRole(pool, input.role)
  const newcomer = {
    id: input.id?.toLowerCase(),
    email: input.email ? requireEmailAddress(input.email) : null,
    phone: input.phone ? requirePhoneNumber(input.phone) : null,
    passwordHash: (await passwordHashToStore(input, refuseMalformed)) ?? null,
    confirmed: input.email_confirm ?? false,
    phoneConfirmed: input.phone_confirm ?? false,
    userMetadata: input.user_metadata ?? {},
    appMetadata: input.app_metadata ?? {},
    bannedFor: input.ban_duration ? banSeconds(input.ban_duration) : 0,
  }
  return runTogether(auth.kernel.database, 'admin create', async (run) => {
    const created = await insertUser(run, pool, newcomer)
    if (created) return created
    throw (await findContactConflict(run, pool, newcomer)) ?? authErrors.user_already_exists()
  })
}

/** All users of a pool have the pool's role. @throws {AppError} 400 validation_failed */
export function refuseOtherRole(pool: Pool, role: string | null | undefined): void {
  if (role && role !== pool.role)
    throw authErrors.validation_failed({ text: `role: users of this pool are ${pool.role}` })
}

/** The refusal for an address or number that another user already has; undefined if both are free. */
export async function findContactConflict(
  run: Run,
  pool: Pool,
  { email, phone }: { email?: string | null | undefined; phone?: string | null | undefined },
) {
  if (email && (await run(userByEmail(pool, email))).length) return authErrors.email_exists()
  if (phone && (await run(userByPhone(pool, phone))).length) return authErrors.phone_exists()
  return undefined
}
