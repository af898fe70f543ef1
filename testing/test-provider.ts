import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { SignJWT, exportJWK, generateKeyPair } from 'jose'
import type { JWTHeaderParameters, JWTPayload } from 'jose'

/** The client that is registered at the provider. */
export const PROVIDER_CLIENT = { id: 'shop', secret: 'canary-secret-of-the-provider' }

export interface TestProvider {
  /** Issuer: a local origin, which must be listed in OUTBOUND_ALLOW. */
  issuer: string
  /** Number of requests so far. */
  asked(): number
  /**
   * An ID token for the client, issued a minute ago. Given claims replace the defaults; undefined removes a
   * claim.
   */
  idToken(claims?: JWTPayload, header?: Partial<JWTHeaderParameters>): Promise<string>
  /** The same, but signed with a key that is not the provider's. */
  forgedToken(claims?: JWTPayload): Promise<string>
}

/**
 * A minimal OpenID provider for tests of settings and ID tokens: a discovery document, a key, and a token
 * endpoint that distinguishes known from unknown clients (RFC 6749 section 5.2). It has no login page.
 */
export async function testProvider(): Promise<TestProvider> {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }]
  let requestCount = 0
  let issuer = ''
  const server = createServer((request, response) => {
    requestCount++
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.url === '/.well-known/openid-configuration') return send(200, documentOf(issuer))
    if (request.url === '/keys') return send(200, { keys })
    if (request.url !== '/token') return send(404, {})
    const basic = (request.headers.authorization ?? '').replace('Basic ', '')
    // RFC 6749 2.3.1: both parts are form-encoded.
    const [id, secret] = Buffer.from(basic, 'base64').toString().split(':').map(decodeURIComponent)
    const known = id === PROVIDER_CLIENT.id && secret === PROVIDER_CLIENT.secret
    return known ? send(400, { error: 'invalid_grant' }) : send(401, { error: 'invalid_client' })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => void server.close())
  issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  const sign = (key: CryptoKey, claims: JWTPayload, header: Partial<JWTHeaderParameters> = {}) => {
    const now = Math.floor(Date.now() / 1000)
    const usual = { iss: issuer, aud: PROVIDER_CLIENT.id, sub: 'sam-1', iat: now - 60, exp: now + 3600 }
    return new SignJWT({ ...usual, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'one', ...header })
      .sign(key)
  }
  return {
    issuer,
    asked: () => requestCount,
    idToken: (claims = {}, header = {}) => sign(privateKey, claims, header),
    forgedToken: async (claims = {}) => sign((await generateKeyPair('RS256')).privateKey, claims),
  }
}

const documentOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
})
