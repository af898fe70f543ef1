import { SignJWT, importPKCS8 } from 'jose'
import * as oauth from 'oauth4webapi'
import type { Provider } from './provider.ts'

/** Authenticates us at the provider by the method that the provider requires. */
export async function clientAuthentication(
  provider: Provider,
  server: oauth.AuthorizationServer,
): Promise<oauth.ClientAuth> {
  const secret = provider.signedSecret ? await signedSecret(provider) : provider.secret()
  if (!secret) return oauth.None()
  const supported = server.token_endpoint_auth_methods_supported
  // RFC 8414: the default is basic.
  const basic = provider.clientAuth
    ? provider.clientAuth === 'basic'
    : !supported || supported.includes('client_secret_basic')
  return basic ? oauth.ClientSecretBasic(secret) : oauth.ClientSecretPost(secret)
}

/**
 * Apple's client secret: a JWT valid for five minutes and signed by the team's key (developer.apple.com,
 * "Creating a client secret").
 */
async function signedSecret({ clientId, secret, signedSecret: made }: Provider): Promise<string> {
  const { audience, teamId, keyId } = made!
  const key = await importPKCS8(secret().trim(), 'ES256')
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(teamId)
    .setSubject(clientId)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(key)
}
