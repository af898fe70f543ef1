import { decodeJwt } from 'jose'
import * as oauth from 'oauth4webapi'
import { AppError } from '#kernel/errors.ts'
import type { Auth } from '../auth.ts'
import { authErrors } from '../errors.ts'
import type { ProviderTokens } from '../sign-in/flow-states.ts'
import { callbackAddress } from './callback-address.ts'
import { clientAuthentication } from './client-authentication.ts'
import { LEEWAY, checkIdToken } from './id-token.ts'
import { readProfile } from './profile.ts'
import type { Profile } from './profile.ts'
import type { Provider } from './provider.ts'

export interface Exchanged {
  profile: Profile
  tokens: ProviderTokens
}

/** What was stored of the login when it started. */
export interface LoginProof {
  state: string
  verifier: string
  nonce: string
}

/**
 * Redeems the provider's response and reads the user's profile. It verifies the issuer parameter (RFC 9207),
 * the code with our verifier (RFC 7636), and the ID token with its signature and every claim, and then loads
 * the profile.
 * @param params of the callback
 * @throws {AppError} 422 provider_refused (the cause says why), provider_unreachable
 */
export async function exchange(
  auth: Auth,
  provider: Provider,
  params: URLSearchParams,
  proof: LoginProof,
): Promise<Exchanged> {
  const server = await auth.servers.metadata(provider)
  try {
    return await redeem(auth, provider, server, params, proof)
  } catch (cause) {
    throw cause instanceof AppError ? cause : authErrors.provider_refused({ cause })
  }
}

async function redeem(
  auth: Auth,
  provider: Provider,
  server: oauth.AuthorizationServer,
  params: URLSearchParams,
  { state, verifier, nonce }: LoginProof,
): Promise<Exchanged> {
  const { fetch, config } = auth.kernel
  const client: oauth.Client = { client_id: provider.clientId, [oauth.clockTolerance]: LEEWAY }
  const guarded = {
    [oauth.customFetch]: (address: string, init: object) => fetch(address, init),
    // The guarded fetch decides whether plain http is allowed at all.
    [oauth.allowInsecureRequests]: true,
  }
  const callbackParams = new URLSearchParams(params)
  // A provider without a configured issuer cannot be compared with. The state still binds the response to the
  // provider.
  if (!provider.issuer) callbackParams.delete('iss')
  const callback = oauth.validateAuthResponse(server, client, callbackParams, state)
  const answer = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    await clientAuthentication(provider, server),
    callback,
    callbackAddress(config.publicUrl),
    verifier,
    guarded,
  )
  if (provider.protocol === 'oauth2') {
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, await plainAnswer(answer))
    return { profile: await loadProfile(auth, provider, tokens.access_token), tokens: handedOn(tokens) }
  }
  const expected = provider.skipNonce ? {} : { expectedNonce: nonce }
  const tokens = await oauth.processAuthorizationCodeResponse(
    await namedAsInToken(provider, server, answer),
    client,
    answer,
    { ...expected, requireIdToken: true },
  )
  const claims = await checkIdToken(auth, provider, tokens.id_token!)
  let all: Record<string, unknown> = claims
  if (server.userinfo_endpoint && !claims.email) {
    const info = await oauth.userInfoRequest(server, client, tokens.access_token, guarded)
    all = { ...claims, ...(await oauth.processUserInfoResponse(server, client, claims.sub, info)) }
  }
  const profile = readProfile(provider, all)
  if (!profile) throw new Error('The ID token has no subject')
  return { profile, tokens: handedOn(tokens) }
}

/** Some issuers also sign under a second name. Only the token shows which one. */
async function namedAsInToken(
  { issuerAliases }: Provider,
  server: oauth.AuthorizationServer,
  answer: Response,
): Promise<oauth.AuthorizationServer> {
  if (!issuerAliases.length) return server
  const { id_token: token } = (await answer.clone().json()) as { id_token?: unknown }
  const issuer = typeof token === 'string' ? decodeJwt(token).iss : undefined
  return issuer && issuerAliases.includes(issuer) ? { ...server, issuer } : server
}

/**
 * Converts a token response to the form of RFC 6749 5.1. Some providers send scopes as a list, omit the type,
 * or send a refusal with status 200.
 */
async function plainAnswer(answer: Response): Promise<Response> {
  const body = (await answer.json()) as Record<string, unknown>
  if (body.error) throw new Error('The provider refused the code')
  const { id_token: _, scope: __, token_type: type = 'bearer', ...rest } = body
  return Response.json({ ...rest, token_type: type }, { status: answer.status })
}

async function loadProfile(auth: Auth, provider: Provider, accessToken: string): Promise<Profile> {
  const ask = async (url: string): Promise<unknown> => {
    const answer = await auth.kernel.fetch(url, {
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${accessToken}`,
        'user-agent': 'bolt-blocks',
        ...provider.userinfoHeaders,
      },
    })
    if (!answer.ok) throw new Error(`The profile call answered ${answer.status}`)
    return answer.json()
  }
  const address = provider.endpoints.userinfo!
  const found = await ask(address)
  const listed = provider.emails && (await ask(`${address}${provider.emails.path}`))
  const profile = readProfile(provider, found, listed)
  if (!profile) throw new Error('The profile has no id')
  return profile
}

const handedOn = ({ access_token, refresh_token }: oauth.TokenEndpointResponse): ProviderTokens => ({
  provider_token: access_token,
  ...(refresh_token ? { provider_refresh_token: refresh_token } : {}),
})
