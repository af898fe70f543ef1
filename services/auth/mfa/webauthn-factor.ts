import type { AuthenticatorTransport } from '@simplewebauthn/server'
import { sql } from 'kysely'
import { newToken, tokenHash } from '#kernel/secrets/one-time-token.ts'
import { authErrors } from '../errors.ts'
import type { Pool } from '../pool.ts'
import type { SessionCall } from '../route-table.ts'
import { build } from '../statements.ts'
import { ALGORITHMS, checkAsserted, checkCreated, readAssertion } from '../webauthn/ceremony.ts'
import type { StoredChallenge, Credential } from '../webauthn/ceremony.ts'
import { allowedTopOrigin, relyingPartyOf } from '../webauthn/relying-party.ts'
import { userHandle } from '../webauthn/user-handle.ts'
import { CHALLENGE_SECONDS } from './challenges.ts'
import type { Challenge, Question } from './challenges.ts'
import type { Factor } from './factors.ts'
import type { VerifyFactorInput } from './inputs.ts'
import type { Judge } from './verify-factor.ts'
import { webauthn } from '../webauthn/library.ts'

/**
 * Returns the options of a ceremony with a security key or a built-in authenticator: `create` while the
 * factor is new, `request` later. As a second factor, presence is enough, because the password was the first.
 * @throws {AppError} 404 webauthn_credential_not_found for a key that was registered on another site
 */
export async function webauthnQuestion(
  call: SessionCall,
  factor: Factor,
  others: Factor[],
): Promise<{ question: Question; webauthn: object }> {
  const party = relyingPartyOf(call)
  const challenge = newToken()
  const question = { webauthn: { challengeHash: tokenHash(challenge), origin: party.origin, rpId: party.id } }
  const bytes = new Uint8Array(Buffer.from(challenge, 'base64url'))
  const timeout = CHALLENGE_SECONDS * 1000
  if (factor.status === 'unverified') {
    const name = call.claims.email || factor.friendly_name || factor.user_id
    const publicKey = await (
      await webauthn()
    ).generateRegistrationOptions({
      rpName: party.name,
      rpID: party.id,
      userName: name,
      userDisplayName: name,
      userID: userHandle(call.pool, factor.user_id),
      challenge: bytes,
      timeout,
      attestationType: 'none',
      excludeCredentials: others.filter(({ rp_id }) => rp_id === party.id).flatMap(descriptor),
      authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
      supportedAlgorithmIDs: ALGORITHMS,
    })
    return { question, webauthn: { type: 'create', credential_options: { publicKey } } }
  }
  if (factor.rp_id !== party.id) throw authErrors.webauthn_credential_not_found()
  const publicKey = await (
    await webauthn()
  ).generateAuthenticationOptions({
    rpID: party.id,
    challenge: bytes,
    timeout,
    allowCredentials: descriptor(factor),
    userVerification: 'preferred',
  })
  return { question, webauthn: { type: 'request', credential_options: { publicKey } } }
}

const descriptor = ({ credential_id: id, transports }: Factor) =>
  id ? [{ id, transports: (transports ?? []) as AuthenticatorTransport[] }] : []

/**
 * @throws {AppError} 400 validation_failed for a body without a credential, which is not counted as a guess
 */
export function refuseWithoutCredential({ webauthn }: VerifyFactorInput): void {
  if (!webauthn) throw authErrors.validation_failed({ text: 'WebAuthn config required' })
  if (webauthn.type !== 'create' && webauthn.type !== 'request')
    throw authErrors.validation_failed({ text: 'WebAuthn type must be create or request' })
  if (!webauthn.credential_response)
    throw authErrors.validation_failed({ text: 'credential_response required' })
}

/**
 * Checks the response of a security key. The returned function checks the rest inside the transaction: that
 * no other request registered this key meanwhile or moved its counter past this response.
 */
export async function checkWebauthnFactor(
  call: SessionCall,
  factor: Factor,
  challenge: Challenge,
  { webauthn }: VerifyFactorInput,
): Promise<Judge> {
  const wrong: Judge = async () => false
  const type = factor.status === 'unverified' ? 'create' : 'request'
  const { challenge_hash: challengeHash, origin, rp_id: rpId } = challenge
  if (webauthn?.type !== type || !challengeHash || !origin || !rpId) return wrong
  const storedChallenge: StoredChallenge = { challengeHash, origin, rpId }
  const topOrigin = (top: string | undefined) => allowedTopOrigin(call, top)
  if (type === 'create') {
    const created = await checkCreated(webauthn.credential_response, storedChallenge, false, topOrigin)
    return created ? keepCredential(call.pool, factor.id, created) : wrong
  }
  const assertion = readAssertion(webauthn.credential_response)
  const checked =
    assertion && (await checkAsserted(assertion, storedChallenge, credentialOf(factor), false, topOrigin))
  return checked ? moveCounter(call.pool, factor.id, checked.counter) : wrong
}

const credentialOf = (factor: Factor): Credential => ({
  credential_id: factor.credential_id!,
  public_key: factor.public_key!,
  sign_count: Number(factor.sign_count),
  transports: factor.transports ?? [],
  rp_id: factor.rp_id!,
})

/** Stores the key of a factor that has none yet. A key that the pool already has is refused. */
const keepCredential =
  (
    pool: Pool,
    factorId: string,
    { credential_id, public_key, sign_count, transports, rp_id }: Credential,
  ): Judge =>
  async (run) => {
    const kept = await run(
      build
        .updateTable('auth.mfa_factors as f')
        .set({ credential_id, public_key, sign_count, transports, rp_id })
        .where('f.pool_id', '=', pool.id)
        .where('f.id', '=', factorId)
        .where('f.credential_id', 'is', null)
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('auth.mfa_factors as known')
                .select('known.id')
                .whereRef('known.pool_id', '=', 'f.pool_id')
                .where('known.credential_id', '=', credential_id),
            ),
          ),
        )
        .returning('f.id'),
    )
    return kept.length > 0
  }

/**
 * A counter that does not increase means a copied key (WebAuthn section 7.2). Keys without a counter stay at
 * 0.
 */
const moveCounter =
  (pool: Pool, factorId: string, counter: number): Judge =>
  async (run) => {
    const moved = await run(
      build
        .updateTable('auth.mfa_factors')
        .set({ sign_count: counter })
        .where('pool_id', '=', pool.id)
        .where('id', '=', factorId)
        .where(sql<boolean>`(sign_count < ${counter} or (sign_count = 0 and ${counter} = 0))`)
        .returning('id'),
    )
    return moved.length > 0
  }
