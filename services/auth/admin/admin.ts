import type { Auth } from '../auth.ts'
import type { AdminCreateInput } from '../contract.ts'
import { normalEmail } from '../email.ts'
import { authErrors } from '../errors.ts'
import { hashPassword, isImportable } from '../passwords/password-hash.ts'
import { refuseMalformed } from '../passwords/password-policy.ts'
import type { Pool } from '../pool.ts'
import { runAlone, runTogether } from '../statements.ts'
import { userBody } from '../accounts/user-body.ts'
import type { UserBody, UserRow } from '../accounts/user-body.ts'
import { countUsers, insertUser, userById, usersPage } from '../accounts/users.ts'

/**
 * Creates a user for the operator. An imported password hash must be argon2; it is made anew at the next sign-in.
 * @throws {AppError} 400 validation_failed, 422 email_exists
 */
export async function createUser(auth: Auth, pool: Pool, input: AdminCreateInput): Promise<UserBody> {
  if (input.phone) throw authErrors.phone_provider_disabled()
  if (!input.email) throw authErrors.validation_failed({ text: 'Cannot create a user without an email' })
  if (input.role && input.role !== pool.role)
    throw authErrors.validation_failed({ text: `role: users of this pool are ${pool.role}` })
  const newcomer = {
    id: input.id?.toLowerCase(),
    email: normalEmail(input.email),
    passwordHash: await givenPassword(input),
    confirmed: input.email_confirm ?? false,
    userMetadata: input.user_metadata ?? {},
    appMetadata: input.app_metadata ?? {},
    bannedFor: seconds(input.ban_duration),
  }
  const user = await runTogether(auth.kernel.database, 'admin create', (run) =>
    insertUser(run, pool, newcomer),
  )
  if (!user) throw authErrors.email_exists()
  return userBody(user, pool)
}

/** @throws {AppError} 404 user_not_found */
export async function readUser(auth: Auth, pool: Pool, id: string): Promise<UserRow> {
  const [user] = await runAlone(auth.kernel.database, userById(pool, id))
  if (!user) throw authErrors.user_not_found()
  return user
}

/** One page of a pool's users, newest first, and how many there are. */
export async function listUsers(auth: Auth, pool: Pool, page: number, perPage: number) {
  const { database } = auth.kernel
  const users = await runAlone(database, usersPage(pool, page, perPage))
  const [count] = await runAlone(database, countUsers(pool))
  return { users: users.map((user) => userBody(user, pool)), total: count?.total ?? 0 }
}

async function givenPassword({
  password,
  password_hash: imported,
}: AdminCreateInput): Promise<string | null> {
  if (password && imported)
    throw authErrors.validation_failed({ text: 'Send either password or password_hash' })
  if (imported && !isImportable(imported))
    throw authErrors.validation_failed({ text: 'password_hash must be an argon2 hash of moderate cost' })
  if (imported) return imported
  if (!password) return null
  refuseMalformed(password)
  return hashPassword(password)
}

const UNITS: Record<string, number> = { ms: 0.001, s: 1, m: 60, h: 3600 }

/** Seconds of a duration as `1h30m`; `none` and nothing are 0. */
function seconds(duration: string | null | undefined): number {
  if (!duration || duration === 'none') return 0
  if (!/^(?:\d{1,9}(?:\.\d{1,9})?(?:ms|s|m|h))+$/.test(duration))
    throw authErrors.validation_failed({
      text: 'invalid format for ban duration: use for example 24h, or none',
    })
  const parts = [...duration.matchAll(/([\d.]+)(ms|s|m|h)/g)]
  const total = parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * UNITS[unit!]!, 0)
  // A hundred years: later than that PostgreSQL's calendar ends some day.
  return Math.min(total, 100 * 365 * 86_400)
}
