import { uuid } from '#kernel/contract.ts'
import { newToken, tokenHash } from '#kernel/secrets/one-time-token.ts'
import { authErrors } from '../errors.ts'
import type { Call } from '../route-table.ts'
import { runAlone } from '../statements.ts'
import type { StoredChallenge } from '../webauthn/ceremony.ts'
import type { RelyingParty } from '../webauthn/relying-party.ts'
import { newCeremony, takeCeremony } from './passkeys.ts'

/** The options for an authenticator; `expires_at` is in seconds since 1970. */
export interface Ceremony<Options> {
  challenge_id: string
  options: Options
  expires_at: number
}

/** Starts a ceremony with a new challenge, which is stored only as a hash. */
export async function startCeremony<Options>(
  { auth, pool }: Call,
  userId: string | null,
  party: RelyingParty,
  write: (challenge: Uint8Array<ArrayBuffer>) => Promise<Options>,
): Promise<Ceremony<Options>> {
  const challenge = newToken()
  const storedChallenge = { challengeHash: tokenHash(challenge), origin: party.origin, rpId: party.id }
  const options = await write(new Uint8Array(Buffer.from(challenge, 'base64url')))
  const [kept] = await runAlone(auth.kernel.database, newCeremony(pool, userId, storedChallenge))
  return { challenge_id: kept!.id, options, expires_at: Math.floor(kept!.expires_at.getTime() / 1000) }
}

/**
 * Takes a ceremony for its only response.
 * @throws {AppError} 400 validation_failed, webauthn_challenge_not_found (used, or another user's),
 *   webauthn_challenge_expired
 */
export async function takeStarted(
  { auth, pool }: Call,
  userId: string | null,
  id: unknown,
): Promise<StoredChallenge> {
  if (!id) throw authErrors.validation_failed({ text: 'challenge_id is required' })
  const read = uuid.safeParse(id)
  if (!read.success) throw authErrors.validation_failed({ text: 'challenge_id must be a valid UUID' })
  const [taken] = await runAlone(auth.kernel.database, takeCeremony(pool, userId, read.data))
  if (!taken) throw authErrors.webauthn_challenge_not_found()
  if (taken.expired) throw authErrors.webauthn_challenge_expired()
  return { challengeHash: taken.challenge_hash, origin: taken.origin, rpId: taken.rp_id }
}
