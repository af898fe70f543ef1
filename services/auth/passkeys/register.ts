import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server'
import { authErrors } from '../errors.ts'
import { lockUser } from '../mfa/factors.ts'
import type { SessionCall } from '../route-table.ts'
import { runAlone, runTogether } from '../statements.ts'
import { ALGORITHMS, checkCreated } from '../webauthn/ceremony.ts'
import { allowedTopOrigin, relyingPartyOf } from '../webauthn/relying-party.ts'
import { userHandle } from '../webauthn/user-handle.ts'
import { startCeremony, takeStarted } from './ceremonies.ts'
import type { Ceremony } from './ceremonies.ts'
import { nameOfAuthenticator } from './authenticator-names.ts'
import { CEREMONY_SECONDS, MOST_PASSKEYS, insertPasskey, passkeysOf } from './passkeys.ts'
import type { PasskeyRow } from './passkeys.ts'
import { webauthn } from '../webauthn/library.ts'

/**
 * Returns the options for a new passkey: discoverable, with user verification (PIN or biometrics) at every
 * use, because it is the only proof at sign-in.
 * @throws {AppError} 403 origin_not_allowed, 422 too_many_passkeys
 */
export async function startRegistration(
  call: SessionCall,
): Promise<Ceremony<PublicKeyCredentialCreationOptionsJSON>> {
  const { auth, pool, claims } = call
  const party = relyingPartyOf(call)
  const { database } = auth.kernel
  const [user] = await runAlone(database, lockUser(pool, claims.sub))
  if (!user) throw authErrors.user_gone()
  if (user.is_anonymous) throw authErrors.no_anonymous_user()
  const known = await runAlone(database, passkeysOf(pool, claims.sub))
  if (known.length >= MOST_PASSKEYS) throw authErrors.too_many_passkeys()
  const name = user.email || user.phone || user.id
  return startCeremony(call, claims.sub, party, async (challenge) =>
    (await webauthn()).generateRegistrationOptions({
      rpName: party.name,
      rpID: party.id,
      userName: name,
      userDisplayName: name,
      userID: userHandle(pool, user.id),
      challenge,
      timeout: CEREMONY_SECONDS * 1000,
      attestationType: 'none',
      // Without transports the browser queries every authenticator it can reach.
      excludeCredentials: known
        .filter(({ rp_id }) => rp_id === party.id)
        .map(({ credential_id: id }) => ({ id })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  )
}

/**
 * Stores a new passkey.
 * @throws {AppError} 400 validation_failed, webauthn_challenge_not_found, webauthn_challenge_expired,
 *   webauthn_verification_failed; 422 webauthn_credential_exists, too_many_passkeys
 */
export async function finishRegistration(
  call: SessionCall,
  input: { challenge_id?: unknown; credential?: unknown },
): Promise<PasskeyRow> {
  const { auth, pool, claims } = call
  if (!input.credential) throw authErrors.validation_failed({ text: 'credential is required' })
  const storedChallenge = await takeStarted(call, claims.sub, input.challenge_id)
  const created = await checkCreated(input.credential, storedChallenge, true, (top) =>
    allowedTopOrigin(call, top),
  )
  if (!created) throw authErrors.webauthn_verification_failed()
  const passkey = { ...created, friendly_name: nameOfAuthenticator(created.aaguid) }
  const outcome = await runTogether(auth.kernel.database, 'register passkey', async (run) => {
    await run(lockUser(pool, claims.sub))
    if ((await run(passkeysOf(pool, claims.sub))).length >= MOST_PASSKEYS) return 'too_many_passkeys'
    const [kept] = await run(insertPasskey(pool, claims.sub, passkey))
    return kept ?? 'webauthn_credential_exists'
  })
  if (typeof outcome === 'string') throw authErrors[outcome]()
  return outcome
}
