import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { SignJWT, exportJWK, generateKeyPair } from 'jose'
import type { JWTHeaderParameters, JWTPayload } from 'jose'

/** The client that the provider knows. */
export const PROVIDER_CLIENT = { id: 'shop', secret: 'canary-secret-of-the-provider' }

export interface TestProvider {
  /** Its issuer, an origin of this machine: name it in OUTBOUND_ALLOW. */
  issuer: string
  /** Requests so far. */
  asked(): number
  /** An ID token for its client, a minute old; what is given replaces the claims, undefined leaves them out. */
  idToken(claims?: JWTPayload, header?: Partial<JWTHeaderParameters>): Promise<string>
  /** The same, signed by a key that is not the provider's. */
  forgedToken(claims?: JWTPayload): Promise<string>
}

/**
 * The least of an OpenID provider that settings and ID tokens can be tried against: a discovery document, a key, and
 * a token endpoint that tells a known client from an unknown one, as RFC 6749 5.2 has it. It has no login page.
 */
export async function testProvider(): Promise<TestProvider> {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }]
  let asked = 0
  let issuer = ''
  const server = createServer((request, response) => {
    asked++
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.url === '/.well-known/openid-configuration') return answer(200, documentOf(issuer))
    if (request.url === '/keys') return answer(200, { keys })
    if (request.url !== '/token') return answer(404, {})
    const basic = (request.headers.authorization ?? '').replace('Basic ', '')
    // RFC 6749 2.3.1: both parts are form-encoded.
    const [id, secret] = Buffer.from(basic, 'base64').toString().split(':').map(decodeURIComponent)
    const known = id === PROVIDER_CLIENT.id && secret === PROVIDER_CLIENT.secret
    return known ? answer(400, { error: 'invalid_grant' }) : answer(401, { error: 'invalid_client' })
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
    asked: () => asked,
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
