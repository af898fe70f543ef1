import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import { userById } from '../accounts/users.ts'
import { originOf } from '../responses.ts'
import { authErrors } from '../errors.ts'
import type { Call } from '../route-table.ts'
import { proofBy, startSession } from '../sessions/sessions.ts'
import type { SessionRow } from '../sessions/sessions.ts'
import { runAlone, runTogether } from '../statements.ts'
import { checkAsserted, readAssertion } from '../webauthn/ceremony.ts'
import type { StoredChallenge } from '../webauthn/ceremony.ts'
import { allowedTopOrigin, relyingPartyOf } from '../webauthn/relying-party.ts'
import { userHandleText } from '../webauthn/user-handle.ts'
import { startCeremony, takeStarted } from './ceremonies.ts'
import type { Ceremony } from './ceremonies.ts'
import { CEREMONY_SECONDS, passkeyByCredential, usePasskey } from './passkeys.ts'
import type { StoredPasskey } from './passkeys.ts'
import { webauthn } from '../webauthn/library.ts'

/** Returns the options for a sign-in with any passkey of the user. They do not reveal who has an account. */
export async function startAuthentication(
  call: Call,
): Promise<Ceremony<PublicKeyCredentialRequestOptionsJSON>> {
  const party = relyingPartyOf(call)
  return startCeremony(call, null, party, async (challenge) => ({
    ...(await (
      await webauthn()
    ).generateAuthenticationOptions({
      rpID: party.id,
      challenge,
      timeout: CEREMONY_SECONDS * 1000,
      userVerification: 'required',
    })),
    allowCredentials: [],
  }))
}

/**
 * Signs in by passkey. The session is at aal1, as at the official service. aal2 means that an enrolled factor
 * was proven in this session, which policies and the removal of that factor rely on. A passkey stored in a
 * cloud keychain is only as strong as the sign-in to that keychain.
 * @throws {AppError} 400 webauthn_challenge_not_found, webauthn_challenge_expired,
 *   webauthn_verification_failed (the same for unknown credentials), email_not_confirmed, user_banned
 */
export async function finishAuthentication(
  call: Call,
  input: { challenge_id?: unknown; credential?: unknown },
): Promise<SessionRow> {
  const { auth, pool, c } = call
  const { database } = auth.kernel
  if (!input.credential) throw authErrors.validation_failed({ text: 'credential is required' })
  const storedChallenge = await takeStarted(call, null, input.challenge_id)
  const proven = await checkPasskey(call, storedChallenge, input.credential)
  if (!proven) throw authErrors.webauthn_verification_failed()
  const { passkey, counter } = proven
  const [user] = await runAlone(database, userById(pool, passkey.user_id), 'user_by_id')
  if (user?.email && !user.email_confirmed_at) throw authErrors.email_not_confirmed()
  const outcome = await runTogether(database, 'sign in by passkey', async (run) => {
    const [used] = await run(usePasskey(pool, passkey.id, counter))
    if (!used) return 'webauthn_verification_failed'
    const session = { aal: 'aal1', amr: [proofBy('passkey')], ...originOf(c) }
    const [started] = await run(startSession(pool, passkey.user_id, session))
    return started ?? 'user_banned'
  })
  if (typeof outcome === 'string') throw authErrors[outcome]()
  return outcome
}

async function checkPasskey(
  call: Call,
  storedChallenge: StoredChallenge,
  credential: unknown,
): Promise<{ passkey: StoredPasskey; counter: number } | undefined> {
  const { auth, pool } = call
  const assertion = readAssertion(credential)
  if (!assertion) return undefined
  const [passkey] = await runAlone(auth.kernel.database, passkeyByCredential(pool, assertion.id))
  // A discoverable credential names its user. A response without a user handle does not come from
  // one of our passkeys.
  if (!passkey || assertion.response.userHandle !== userHandleText(pool, passkey.user_id)) return undefined
  const stored = { ...passkey, sign_count: Number(passkey.sign_count) }
  const checked = await checkAsserted(assertion, storedChallenge, stored, true, (top) =>
    allowedTopOrigin(call, top),
  )
  return checked && { passkey, counter: checked.counter }
}
