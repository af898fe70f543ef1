import * as oauth from 'oauth4webapi'
import { AppError } from '#kernel/errors.ts'
import type { Auth } from '../auth.ts'
import { clientAuthentication } from './client-authentication.ts'
import { callbackAddress } from './callback-address.ts'
import { createKnownServers } from './known-servers.ts'
import type { Provider } from './provider.ts'

/** What trying a provider showed; only `fine` and `unclear` should be saved without another look. */
export type ProviderCheck =
  /** The provider knows client id and secret. */
  | { result: 'fine' }
  /** It answers, in words that say neither yes nor no. */
  | { result: 'unclear' }
  | { result: 'unreachable' | 'wrong_client' | 'wrong_redirect'; reason: string }

/** A code that no provider ever gave. */
const BAD_CODE = 'bolt-blocks-connection-check'

/**
 * Tries a provider before it is saved: reads its discovery document, then asks its token endpoint with a made-up code.
 * A provider that knows the client complains about the code, one that does not complains about the client.
 */
export async function testProvider(auth: Auth, provider: Provider): Promise<ProviderCheck> {
  const { fetch, config } = auth.kernel
  let answer: Response
  try {
    // Read anew: what was remembered says nothing about now.
    const server = await createKnownServers(fetch).metadata(provider)
    const client = { client_id: provider.clientId }
    let authentication: oauth.ClientAuth
    try {
      authentication = await clientAuthentication(provider, server)
    } catch {
      return { result: 'wrong_client', reason: 'The private key cannot be read' }
    }
    const callback = oauth.validateAuthResponse(
      server,
      client,
      new URLSearchParams({ code: BAD_CODE, iss: server.issuer }),
      oauth.skipStateCheck,
    )
    answer = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      authentication,
      callback,
      callbackAddress(config.publicUrl),
      oauth.generateRandomCodeVerifier(),
      {
        [oauth.customFetch]: (address, init) => fetch(address, init),
        [oauth.allowInsecureRequests]: true,
      },
    )
  } catch (error) {
    return { result: 'unreachable', reason: reasonOf(error) }
  }
  return judge(answer.status, (await answer.text()).slice(0, 10_000))
}

/** Reads the complaint. Providers word it differently, a few beside RFC 6749 5.2; the error's own name counts first. */
export function judge(status: number, text: string): ProviderCheck {
  const said = text.toLowerCase()
  if (status >= 500 || status === 404)
    return { result: 'unreachable', reason: 'The token endpoint does not work' }
  if (/redirect_uri_mismatch|invalid_redirect_uri|redirect.?uri (?:mismatch|is not|does not|must)/.test(said))
    return { result: 'wrong_redirect', reason: 'The provider does not know our redirect address' }
  if (
    /invalid_client|unauthorized_client|incorrect_client_credentials|invalid client|client[_ ](?:id|secret)|validating (?:application|client)/.test(
      said,
    ) ||
    status === 401
  )
    return { result: 'wrong_client', reason: 'The provider does not know this client id and secret' }
  if (/invalid_grant|bad_verification_code|verification code|authorization code|invalid code/.test(said))
    return { result: 'fine' }
  return { result: 'unclear' }
}

/** Why a provider could not be reached, for whoever sets it up; nothing of what it answered. */
export function reasonOf(error: unknown): string {
  const cause = error instanceof AppError ? error.cause : error
  if (!(cause instanceof Error)) return 'The provider does not answer'
  if (
    /"response" body "issuer"|"issuer" property|issuer/i.test(cause.message) &&
    !cause.message.startsWith('The ')
  )
    return 'The discovery document names another issuer'
  if (cause.message === 'The address does not answer')
    return 'The address does not answer. Check it, and that this server may reach the internet, then test again'
  return cause.message.startsWith('The ')
    ? cause.message
    : 'The provider has no valid discovery document there'
}

/** The words of a library's refusal, for the log. A parser's are left out: they quote what they could not read. */
export const reasonIn = (cause: Error): string =>
  cause instanceof SyntaxError ? 'The answer cannot be read' : cause.message
