import * as oauth from 'oauth4webapi'
import { AppError } from '#kernel/errors.ts'
import type { Auth } from '../auth.ts'
import { clientAuthentication } from './client-authentication.ts'
import { callbackAddress } from './callback-address.ts'
import { createKnownServers } from './known-servers.ts'
import type { Provider } from './provider.ts'

/** The result of a provider test. Only `fine` and `unclear` should be saved without another check. */
export type ProviderCheck =
  /** The provider accepts the client id and secret. */
  | { result: 'fine' }
  /** The provider responds, but neither accepts nor refuses the client. */
  | { result: 'unclear' }
  | { result: 'unreachable' | 'wrong_client' | 'wrong_redirect'; reason: string }

/** A code that no provider has issued. */
const BAD_CODE = 'bolt-blocks-connection-check'

/**
 * Tests a provider before it is saved: reads its discovery document, then calls its token endpoint with a
 * made-up code. A provider that accepts the client rejects the code; another one rejects the client.
 */
export async function testProvider(auth: Auth, provider: Provider): Promise<ProviderCheck> {
  const { fetch, config } = auth.kernel
  let answer: Response
  try {
    // Loaded without the cache, which says nothing about the current state.
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
  return interpretTokenError(answer.status, (await answer.text()).slice(0, 10_000))
}

/**
 * Interprets the provider's error. Providers word it differently and some deviate from RFC 6749 5.2; the
 * error code takes precedence.
 */
export function interpretTokenError(status: number, text: string): ProviderCheck {
  const errorText = text.toLowerCase()
  if (status >= 500 || status === 404)
    return { result: 'unreachable', reason: 'The token endpoint does not respond correctly' }
  if (
    /redirect_uri_mismatch|invalid_redirect_uri|redirect.?uri (?:mismatch|is not|does not|must)/.test(
      errorText,
    )
  )
    return { result: 'wrong_redirect', reason: 'The provider does not know our redirect address' }
  if (
    /invalid_client|unauthorized_client|incorrect_client_credentials|invalid client|client[_ ](?:id|secret)|validating (?:application|client)/.test(
      errorText,
    ) ||
    status === 401
  )
    return { result: 'wrong_client', reason: 'The provider does not know this client id and secret' }
  if (/invalid_grant|bad_verification_code|verification code|authorization code|invalid code/.test(errorText))
    return { result: 'fine' }
  return { result: 'unclear' }
}

/**
 * The reason that a provider could not be reached, for the person who sets it up. It contains nothing of the
 * provider's response.
 */
export function reasonOf(error: unknown): string {
  const cause = error instanceof AppError ? error.cause : error
  if (!(cause instanceof Error)) return 'The provider does not respond'
  if (
    /"response" body "issuer"|"issuer" property|issuer/i.test(cause.message) &&
    !cause.message.startsWith('The ')
  )
    return 'The discovery document names another issuer'
  if (cause.message === 'The address does not answer')
    return 'The address does not answer. Check it, and that this server may reach the internet, then test again'
  return cause.message.startsWith('The ')
    ? cause.message
    : 'The provider has no valid discovery document at this address'
}

/**
 * The message of a library's error, for the log. Parser messages are left out, because they quote the input.
 */
export const reasonIn = (cause: Error): string =>
  cause instanceof SyntaxError ? 'The response cannot be parsed' : cause.message
