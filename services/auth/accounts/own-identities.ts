import { sql } from 'kysely'
import type { Pool } from '../pool.ts'
import { build, jsonb } from '../statements.ts'

// The identities `email` and `phone`, which belong to this service. providers/identities.ts has those of
// other services.

/**
 * @param email normalized
 * @param verified whether it has been proven
 */
export const insertEmailIdentity = (pool: Pool, userId: string, email: string, verified: boolean) =>
  build.insertInto('auth.identities').values({
    pool_id: pool.id,
    user_id: userId,
    provider: 'email',
    provider_id: userId,
    identity_data: jsonb({ sub: userId, email, email_verified: verified, phone_verified: false }),
  })

/**
 * @param phone normalized
 * @param verified whether it has been proven
 */
export const insertPhoneIdentity = (pool: Pool, userId: string, phone: string, verified: boolean) =>
  build.insertInto('auth.identities').values({
    pool_id: pool.id,
    user_id: userId,
    provider: 'phone',
    provider_id: userId,
    identity_data: jsonb({ sub: userId, phone, email_verified: false, phone_verified: verified }),
  })

/**
 * Stores the identity of an address or number that was just proven: inserts it or updates the existing one.
 */
export function proveOwnIdentity(pool: Pool, userId: string, provider: 'email' | 'phone', contact: string) {
  const other = provider === 'email' ? 'phone_verified' : 'email_verified'
  const proven = sql<never>`jsonb_build_object('sub', ${userId}::text, ${provider}::text, ${contact}::text, ${`${provider}_verified`}::text, true)`
  return build
    .insertInto('auth.identities')
    .values({
      pool_id: pool.id,
      user_id: userId,
      provider,
      provider_id: userId,
      identity_data: sql<never>`jsonb_build_object(${other}::text, false) || ${proven}`,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['pool_id', 'provider', 'provider_id'])
        .doUpdateSet({ identity_data: sql<never>`auth.identities.identity_data || ${proven}` }),
    )
}

/**
 * The column `raw_app_meta_data` with this sign-in method added to its `providers`, first if there was none.
 */
export const withProvider = (
  provider: 'email' | 'phone',
) => sql<never>`raw_app_meta_data || jsonb_build_object(
  'provider', coalesce(raw_app_meta_data ->> 'provider', ${provider}::text),
  'providers', case when coalesce(raw_app_meta_data -> 'providers', '[]') ? ${provider}::text
    then raw_app_meta_data -> 'providers'
    else coalesce(raw_app_meta_data -> 'providers', '[]') || jsonb_build_array(${provider}::text) end)`
