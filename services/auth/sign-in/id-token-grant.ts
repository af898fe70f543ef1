import { createHash } from 'node:crypto'
import { decodeProtectedHeader, errors } from 'jose'
import * as z from 'zod/mini'
import { AppError } from '#kernel/errors.ts'
import { sameBytes } from '#kernel/secrets/same-bytes.ts'
import { respondWithSignIn, respondWithSession, originOf } from '../responses.ts'
import type { Auth } from '../auth.ts'
import { readBody } from '../contract.ts'
import { authErrors } from '../errors.ts'
import { signedIn } from '../guards.ts'
import { atLeastAal2WhenMfa } from '../mfa/step-up.ts'
import { readMailRequest } from '../mails/token-mails.ts'
import { oauthError } from '../oauth-error.ts'
import type { Pool } from '../pool.ts'
import { checkIdToken } from '../providers/id-token.ts'
import type { IdTokenClaims } from '../providers/id-token.ts'
import { readProfile } from '../providers/profile.ts'
import { providersOf } from '../providers/provider-store.ts'
import type { Provider } from '../providers/provider.ts'
import { signInByProfile } from '../providers/sign-in-by-profile.ts'
import type { Call } from '../route-table.ts'
import { proofBy, sessionWithUser, startSession } from '../sessions/sessions.ts'
import { settingsOf } from '../settings/pool-settings.ts'
import { runAlone } from '../statements.ts'

const text = (max: number) => z.nullish(z.string().check(z.maxLength(max)))
const idTokenInput = z.object({
  provider: text(100),
  id_token: text(20_000),
  access_token: text(20_000),
  nonce: text(1000),
  link_identity: z.nullish(z.boolean()),
})

/**
 * grant_type=id_token: an ID token that the client got from the provider itself (a button of the provider, an
 * application on a phone). With `link_identity` the provider is added to the account of the caller's session.
 */
export async function idTokenGrant(call: Call): Promise<Response> {
  const { auth, c, pool } = call
  const input = await readBody(c, idTokenInput)
  if (!input.id_token) throw oauthError('invalid_request', 'id_token required')
  if (!input.provider) throw oauthError('invalid_request', 'provider required')
  const linking = input.link_identity ? await linkingSession(call) : undefined
  const provider = await issuerOf(auth, pool, input.provider.toLowerCase())
  const claims = await believed(auth, provider, input.id_token)
  if (!provider.skipNonce) checkNonce(claims, input.nonce ?? '')
  if (input.access_token) checkAccessToken(claims, input.id_token, input.access_token)
  const profile = readProfile(provider, claims)
  if (!profile) throw oauthError('invalid_request', 'Missing sub claim in id_token')
  const proven = { provider, profile, linking, mailRequest: readMailRequest(call) }
  if (linking) {
    await signInByProfile(auth, pool, proven, async () => undefined)
    const sessionQuery = sessionWithUser(pool, linking.sessionId, await settingsOf(auth, pool))
    const [session] = await runAlone(auth.kernel.database, sessionQuery)
    if (!session?.within_rules) throw authErrors.session_not_found()
    return respondWithSession(call, session)
  }
  const session = await signInByProfile(auth, pool, proven, async (run, userId) => {
    const amr = [proofBy('oauth')]
    const [started] = await run(startSession(pool, userId, { aal: 'aal1', amr, ...originOf(c) }))
    if (!started) throw authErrors.user_banned()
    return started
  })
  return respondWithSignIn(call, session)
}

/** @throws {AppError} 401, 403 without an active session of the pool, 404 manual_linking_disabled */
async function linkingSession(call: Call): Promise<{ userId: string; sessionId: string }> {
  const { auth, c, pool } = call
  const { claims } = await signedIn(c)
  if (claims.pool !== pool.id) throw authErrors.bad_jwt()
  if (!(await settingsOf(auth, pool)).manual_linking) throw authErrors.manual_linking_disabled()
  await atLeastAal2WhenMfa({ ...call, claims })
  return { userId: claims.sub, sessionId: claims.session_id }
}

/** @throws {AppError} 400 provider_disabled, validation_failed for a provider that issues no ID tokens */
async function issuerOf(auth: Auth, pool: Pool, name: string): Promise<Provider> {
  const provider = (await providersOf(auth, pool)).find((one) => one.name === name)
  if (!provider?.enabled)
    throw authErrors.provider_disabled({ text: `Provider ${name.slice(0, 60)} is not enabled` })
  if (provider.protocol !== 'oidc')
    throw authErrors.validation_failed({ text: `${provider.title} does not support sign-in with ID tokens` })
  return provider
}

async function believed(auth: Auth, provider: Provider, token: string): Promise<IdTokenClaims> {
  try {
    return await checkIdToken(auth, provider, token)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== authErrors.provider_refused().code) throw error
    const { cause } = error
    const foreign = cause instanceof errors.JWTClaimValidationFailed && cause.claim === 'aud'
    throw oauthError('invalid_request', foreign ? 'Unacceptable audience in id_token' : 'Bad ID token', cause)
  }
}

/**
 * The token contains the SHA-256 of the nonce that only the client knows (rule of supabase/auth). Either both
 * have one, or neither.
 */
function checkNonce({ nonce: hashed }: IdTokenClaims, nonce: string): void {
  if (Boolean(hashed) !== Boolean(nonce))
    throw oauthError('invalid_request', 'Passed nonce and nonce in id_token should either both exist or not.')
  if (!nonce) return
  const hash = createHash('sha256').update(nonce).digest('hex')
  if (typeof hashed !== 'string' || !sameBytes(Buffer.from(hash), Buffer.from(hashed)))
    throw oauthError('invalid_nonce', 'Nonces mismatch')
}

/**
 * OpenID Connect Core 3.2.2.9: `at_hash` is the left half of the hash of the access token, by the hash
 * function of the token's algorithm.
 */
function checkAccessToken(
  { at_hash: expectedHash }: IdTokenClaims,
  token: string,
  accessToken: string,
): void {
  if (expectedHash === undefined) return
  const { alg = '' } = decodeProtectedHeader(token)
  const bits = /(?:256|384|512)$/.exec(alg)?.[0] ?? '512'
  const hash = createHash(`sha${bits}`).update(accessToken).digest()
  if (expectedHash !== hash.subarray(0, hash.length / 2).toString('base64url'))
    throw oauthError('invalid_request', 'access_token does not belong to id_token')
}
