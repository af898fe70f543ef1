import { sameBytes } from '#kernel/secrets/same-bytes.ts'
import { newToken, tokenHash } from '#kernel/secrets/one-time-token.ts'
import type { SealedPlace } from '#kernel/secrets/sealed-places.ts'
import type { Auth } from '../auth.ts'
import { authErrors } from '../errors.ts'
import type { Pool } from '../pool.ts'
import type { Proof } from '../sessions/sessions.ts'
import { build, fromNow, now, runTogether } from '../statements.ts'
import type { Run } from '../statements.ts'

/** Lifetime of an auth code, in seconds. */
const FLOW_SECONDS = 300

/** A challenge of RFC 7636, as the client sent it. */
export interface Challenge {
  challenge: string
  method: 's256' | 'plain'
}

/** RFC 7636 4.1: 43 to 128 characters of the unreserved set. */
const CHALLENGE = /^[A-Za-z0-9._~-]{43,128}$/

/**
 * Reads `code_challenge` and `code_challenge_method`; undefined if the client sent neither.
 * @throws {AppError} 400 validation_failed for one without the other, or a form that RFC 7636 does not define
 */
export function readChallenge(input: {
  code_challenge?: string | null
  code_challenge_method?: string | null
}): Challenge | undefined {
  const { code_challenge: challenge, code_challenge_method: named } = input
  if (!challenge && !named) return undefined
  if (!challenge || !named)
    throw authErrors.validation_failed({
      text: 'PKCE flow requires code_challenge_method and code_challenge',
    })
  const method = named.toLowerCase()
  if (method !== 's256' && method !== 'plain')
    throw authErrors.validation_failed({ text: 'code_challenge_method must be s256 or plain' })
  if (!CHALLENGE.test(challenge))
    throw authErrors.validation_failed({
      text: 'code challenge has to be between 43 and 128 characters of A-Z, a-z, 0-9, -, ., _ and ~',
    })
  return { challenge, method }
}

export interface FlowState {
  userId: string
  /** How the user proved their identity (claim `amr`). */
  method: Proof['method']
  /** Tokens of a provider, for the client. */
  providerTokens?: ProviderTokens
}

export interface ProviderTokens {
  provider_token?: string
  provider_refresh_token?: string
}

/**
 * Stores a finished sign-in for the client that requested it.
 * @returns the auth code for its redirect, stored only as a hash
 */
export async function storeFlowState(
  auth: Auth,
  run: Run,
  pool: Pool,
  { challenge, method }: Challenge,
  flow: FlowState,
): Promise<string> {
  const code = newToken()
  // Deletes expired codes, because unused ones would otherwise stay forever.
  await run(
    build
      .deleteFrom('auth.flow_states')
      .where('pool_id', '=', pool.id)
      .where('user_id', '=', flow.userId)
      .where('expires_at', '<', now),
  )
  await run(
    build.insertInto('auth.flow_states').values({
      pool_id: pool.id,
      user_id: flow.userId,
      auth_code_hash: tokenHash(code),
      code_challenge: challenge,
      code_challenge_method: method,
      authentication_method: flow.method,
      provider_tokens_sealed: flow.providerTokens
        ? auth.kernel.sealer.seal(JSON.stringify(flow.providerTokens), placeOf(pool))
        : null,
      expires_at: fromNow(FLOW_SECONDS),
    }),
  )
  return code
}

/**
 * Takes a code with one conditional delete, so that exactly one of several concurrent calls gets it. A wrong
 * verifier uses the code up too, so an attacker who has only the code gets one guess.
 * @throws {AppError} 404 flow_state_not_found, 422 flow_state_expired, 400 bad_code_verifier
 */
export async function takeFlowState(
  auth: Auth,
  pool: Pool,
  code: string,
  verifier: string,
): Promise<FlowState> {
  const [taken] = await runTogether(auth.kernel.database, 'pkce', (run) =>
    run(
      build
        .deleteFrom('auth.flow_states')
        .where('pool_id', '=', pool.id)
        .where('auth_code_hash', '=', tokenHash(code))
        .returning(({ eb, fn }) => [
          'user_id',
          'code_challenge',
          'code_challenge_method',
          'authentication_method',
          'provider_tokens_sealed',
          eb('expires_at', '<=', fn<Date>('now')).as('expired'),
        ]),
    ),
  )
  if (!taken) throw authErrors.flow_state_not_found()
  if (taken.expired) throw authErrors.flow_state_expired()
  const answer = taken.code_challenge_method === 's256' ? tokenHash(verifier).toString('base64url') : verifier
  if (!sameBytes(Buffer.from(answer), Buffer.from(taken.code_challenge))) throw authErrors.bad_code_verifier()
  return {
    userId: taken.user_id,
    method: taken.authentication_method as Proof['method'],
    ...(taken.provider_tokens_sealed
      ? {
          providerTokens: JSON.parse(
            auth.kernel.sealer.open(taken.provider_tokens_sealed, placeOf(pool)),
          ) as ProviderTokens,
        }
      : {}),
  }
}

export const placeOf = (pool: Pool): SealedPlace => `auth.flow_states.provider_tokens:${pool.id}`
