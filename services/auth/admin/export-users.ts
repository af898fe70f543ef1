import type { UserRow } from '../accounts/user-body.ts'
import { users } from '../accounts/users.ts'
import type { Auth } from '../auth.ts'
import type { Pool } from '../pool.ts'
import { runAlone } from '../statements.ts'

/** Users read per batch, which bounds the memory of an export. */
const BATCH = 500

/** One line of an export, which import-users.ts reads. Times are ISO text. */
export interface ExportedUser {
  id: string
  email: string | null
  email_confirmed_at: Date | null
  phone: string | null
  phone_confirmed_at: Date | null
  /** As stored: argon2id, or the imported hash of a user who has not signed in since the import. */
  password_hash: string | null
  user_metadata: Record<string, unknown>
  app_metadata: Record<string, unknown>
  /** Identities besides `email` and `phone`, which follow from the fields above. `id` is the provider's. */
  identities: { provider: string; id: string; identity_data: Record<string, unknown> }[]
  /**
   * Verified second factors by name, which the user has to set up again elsewhere. Their secrets are not
   * exported.
   */
  factors: { type: string; friendly_name: string }[]
  is_anonymous: boolean
  banned_until: Date | null
  invited_at: Date | null
  last_sign_in_at: Date | null
  created_at: Date
}

/**
 * Exports every active user of a pool in the order of their ids, as lines of JSON, some hundred lines at a
 * time. Second factors and passkeys are not exported, because their secrets are bound to this instance and
 * its address. A line only names the factors.
 */
export async function* exportUsers(auth: Auth, pool: Pool): AsyncGenerator<string> {
  for (let after: string | undefined; ;) {
    const batch: UserRow[] = await runAlone(auth.kernel.database, usersAfter(pool, after))
    if (!batch.length) return
    yield batch.map((user) => `${JSON.stringify(lineOf(user))}\n`).join('')
    after = batch.at(-1)!.id
  }
}

const usersAfter = (pool: Pool, after: string | undefined) =>
  users(pool)
    .$if(after !== undefined, (query) => query.where('u.id', '>', after!))
    .orderBy('u.id')
    .limit(BATCH)

const lineOf = (user: UserRow): ExportedUser => ({
  id: user.id,
  email: user.email,
  email_confirmed_at: user.email_confirmed_at,
  phone: user.phone,
  phone_confirmed_at: user.phone_confirmed_at,
  password_hash: user.encrypted_password,
  user_metadata: user.raw_user_meta_data,
  app_metadata: user.raw_app_meta_data,
  identities: user.identities
    .filter(({ provider }) => provider !== 'email' && provider !== 'phone')
    .map(({ provider, provider_id: id, identity_data }) => ({ provider, id, identity_data })),
  factors: (user.factors ?? [])
    .filter(({ status }) => status === 'verified')
    .map(({ factor_type: type, friendly_name }) => ({ type, friendly_name })),
  is_anonymous: user.is_anonymous,
  banned_until: user.banned_until,
  invited_at: user.invited_at,
  last_sign_in_at: user.last_sign_in_at,
  created_at: user.created_at,
})
