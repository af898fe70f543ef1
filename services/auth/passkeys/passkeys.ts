import { sql } from 'kysely'
import type { Pool } from '../pool.ts'
import { build, fromNow, now } from '../statements.ts'
import type { StoredChallenge, Credential } from '../webauthn/ceremony.ts'

/** Lifetime of a ceremony, in seconds. */
export const CEREMONY_SECONDS = 300

/** Maximum number of passkeys per user. */
export const MOST_PASSKEYS = 10

/** A passkey as its owner sees it. */
export interface PasskeyRow {
  id: string
  friendly_name: string
  created_at: Date
  last_used_at: Date | null
}

/** A passkey with the data that verifies its signatures. */
export interface StoredPasskey extends PasskeyRow, Omit<Credential, 'sign_count'> {
  user_id: string
  sign_count: string | number
}

const shown = ['id', 'friendly_name', 'created_at', 'last_used_at'] as const
const stored = [
  ...shown,
  'user_id',
  'credential_id',
  'public_key',
  'sign_count',
  'transports',
  'rp_id',
] as const

/** The user's passkeys, oldest first. */
export const passkeysOf = (pool: Pool, userId: string) =>
  build
    .selectFrom('auth.passkeys')
    .select(stored)
    .where('pool_id', '=', pool.id)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .$castTo<StoredPasskey>()

/** @param credentialId base64url, as the authenticator names it; unique in a pool */
export const passkeyByCredential = (pool: Pool, credentialId: string) =>
  build
    .selectFrom('auth.passkeys')
    .select(stored)
    .where('pool_id', '=', pool.id)
    .where('credential_id', '=', credentialId)
    .$castTo<StoredPasskey>()

export interface NewPasskey extends Credential {
  backed_up: boolean
  friendly_name: string
}

/** No row if the pool already has the credential. */
export const insertPasskey = (pool: Pool, userId: string, passkey: NewPasskey) =>
  build
    .insertInto('auth.passkeys')
    .values({
      pool_id: pool.id,
      user_id: userId,
      credential_id: passkey.credential_id,
      public_key: passkey.public_key,
      sign_count: passkey.sign_count,
      transports: passkey.transports,
      rp_id: passkey.rp_id,
      backed_up: passkey.backed_up,
      friendly_name: passkey.friendly_name,
    })
    .onConflict((conflict) => conflict.columns(['pool_id', 'credential_id']).doNothing())
    .returning(shown)

/** No row if the passkey does not belong to the user. */
export const renamePasskey = (pool: Pool, userId: string, id: string, name: string) =>
  build
    .updateTable('auth.passkeys')
    .set({ friendly_name: name })
    .where('pool_id', '=', pool.id)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning(shown)

/** No row if the passkey does not belong to the user. */
export const deletePasskey = (pool: Pool, userId: string, id: string) =>
  build
    .deleteFrom('auth.passkeys')
    .where('pool_id', '=', pool.id)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning(shown)

/**
 * A counter that does not increase means a copied key (WebAuthn section 7.2). Authenticators without a
 * counter stay at 0.
 */
export const usePasskey = (pool: Pool, id: string, counter: number) =>
  build
    .updateTable('auth.passkeys')
    .set({ sign_count: counter, last_used_at: now })
    .where('pool_id', '=', pool.id)
    .where('id', '=', id)
    .where(sql<boolean>`(sign_count < ${counter} or (sign_count = 0 and ${counter} = 0))`)
    .returning('id')

/**
 * Stores a ceremony's challenge and deletes some that expired over an hour ago.
 * @param userId the user who registers
 */
export const newCeremony = (pool: Pool, userId: string | null, storedChallenge: StoredChallenge) =>
  build
    .with('swept', (db) =>
      db
        .deleteFrom('auth.passkey_challenges')
        .where('pool_id', '=', pool.id)
        .where('id', 'in', (eb) =>
          eb
            .selectFrom('auth.passkey_challenges')
            .select('id')
            .where('pool_id', '=', pool.id)
            .where('expires_at', '<', fromNow(-3600))
            .orderBy('expires_at')
            .limit(100),
        ),
    )
    .insertInto('auth.passkey_challenges')
    .values({
      pool_id: pool.id,
      user_id: userId,
      challenge_hash: storedChallenge.challengeHash,
      origin: storedChallenge.origin,
      rp_id: storedChallenge.rpId,
      expires_at: fromNow(CEREMONY_SECONDS),
    })
    .returning(['id', 'expires_at'])

/** Uses a ceremony up, whatever its result. Of several concurrent responses, one gets the row. */
export const takeCeremony = (pool: Pool, userId: string | null, id: string) =>
  build
    .deleteFrom('auth.passkey_challenges')
    .where('pool_id', '=', pool.id)
    .where('id', '=', id)
    .where(sql<boolean>`user_id is not distinct from ${userId}::uuid`)
    .returning(['challenge_hash', 'origin', 'rp_id', sql<boolean>`expires_at <= now()`.as('expired')])
