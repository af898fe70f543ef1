import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Auth } from '../auth.ts'
import type { Pool } from '../pool.ts'
import { build, jsonb, runAlone } from '../statements.ts'

const flag = z.optional(z.boolean())
const seconds = z.optional(z.nullable(z.number().check(z.int(), z.gte(60), z.lte(315_360_000))))

/** The settings of a pool. An omitted key keeps its default. */
export const poolSettingsInput = z.strictObject({
  /** Refuses new users. Existing users can still sign in. */
  disable_signup: flag,
  /** Email address with password. */
  email: flag,
  /** Links and codes by email instead of a password. */
  email_otp: flag,
  /** Phone numbers. They also need an SMS provider. */
  phone: flag,
  anonymous_users: flag,
  passkeys: flag,
  mfa_totp: flag,
  mfa_phone: flag,
  mfa_webauthn: flag,
  /** Single-use codes for users who lost their other factors. */
  mfa_recovery_codes: flag,
  web3_ethereum: flag,
  web3_solana: flag,
  /** A signed-in user may add another provider. */
  manual_linking: flag,
  /** Both mailboxes must confirm a change of address. */
  secure_email_change: flag,
  /** 8 to 64 characters; 15 is the strict choice. */
  password_min_length: z.optional(z.number().check(z.int(), z.gte(8), z.lte(64))),
  /** Seconds after which a session ends in any case; null: never. */
  session_timebox: seconds,
  /** Seconds without a refresh after which a session ends; null: never. */
  session_inactivity: seconds,
  /** A sign-in ends the user's other sessions. */
  single_session: flag,
})
export type PoolSettingsInput = z.output<typeof poolSettingsInput>

/** What a pool offers and requires. */
export type PoolSettings = { [Key in keyof PoolSettingsInput]-?: Exclude<PoolSettingsInput[Key], undefined> }

const defaults = (auth: Auth): PoolSettings => ({
  disable_signup: false,
  email: true,
  email_otp: true,
  phone: false,
  anonymous_users: false,
  passkeys: true,
  mfa_totp: true,
  mfa_phone: false,
  mfa_webauthn: true,
  mfa_recovery_codes: true,
  web3_ethereum: false,
  web3_solana: false,
  manual_linking: true,
  secure_email_change: true,
  password_min_length: auth.kernel.config.auth.passwordMinLength,
  session_timebox: null,
  session_inactivity: null,
  single_session: false,
})

/** Disables every built-in sign-in method if users sign in at the tenant's Auth0. */
const AUTH0_ALONE: Partial<PoolSettings> = {
  disable_signup: true,
  email: false,
  email_otp: false,
  phone: false,
  anonymous_users: false,
  passkeys: false,
  web3_ethereum: false,
  web3_solana: false,
  manual_linking: false,
}

/** The current settings of the pool: the stored ones, minus what Auth0 replaces. */
export async function settingsOf(auth: Auth, pool: Pick<Pool, 'id' | 'tenant'>): Promise<PoolSettings> {
  const set = await savedSettings(auth, pool)
  return pool.tenant?.auth_provider === 'auth0' ? { ...set, ...AUTH0_ALONE } : set
}

/** The rule for new passwords of a pool, as `checkPassword` takes it. */
export const passwordRuleOf = (
  auth: Auth,
  { password_min_length }: Pick<PoolSettings, 'password_min_length'>,
): { minLength: number; strength: boolean } => ({
  minLength: password_min_length,
  strength: auth.kernel.config.auth.passwordStrength,
})

/** The stored settings of the pool. Cached for at most 5 seconds; a change clears the cache immediately. */
export async function savedSettings(auth: Auth, pool: Pick<Pool, 'id'>): Promise<PoolSettings> {
  const stored = await auth.settings.get(pool.id, () => readStored(auth, pool.id))
  return { ...defaults(auth), ...stored }
}

/** Changes some settings of a pool; the others stay. */
export async function changeSettings(auth: Auth, pool: Pool, change: PoolSettingsInput): Promise<void> {
  await runAlone(
    auth.kernel.database,
    build
      .insertInto('auth.pool_settings')
      .values({ pool_id: pool.id, settings: jsonb(change) })
      .onConflict((conflict) =>
        conflict
          .column('pool_id')
          .doUpdateSet({ settings: sql`auth.pool_settings.settings || ${jsonb(change)}` }),
      ),
  )
  auth.settings.forget(pool.id)
}

async function readStored(auth: Auth, poolId: string): Promise<PoolSettingsInput> {
  const [row] = await runAlone(
    auth.kernel.database,
    build.selectFrom('auth.pool_settings').select('settings').where('pool_id', '=', poolId),
    'pool_settings',
  )
  return (row?.settings ?? {}) as PoolSettingsInput
}
