import { createServer } from 'node:http'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { after } from 'node:test'
import { SignJWT, exportJWK, generateKeyPair } from 'jose'
import type { JWK, JWTPayload } from 'jose'

/** Overrides of the server's responses; everything that is omitted is correct. */
export interface Lies {
  /** Fields to override in the discovery document. */
  document?: Record<string, unknown>
  /** Replaces the discovery document. */
  rawDocument?: string | (() => AsyncIterable<string>)
  /** Claims to override in the ID token; undefined removes a claim. */
  claims?: Record<string, unknown>
  /** Signs the ID token instead of the server. */
  sign?: (claims: JWTPayload) => Promise<string>
  /** Replaces the key set. */
  keys?: JWK[]
  /** Replaces the token response, for protocols without ID tokens. */
  token?: Record<string, unknown>
  /** Responses to other paths. */
  answers?: Record<string, unknown>
  /** Redirects the token request to this address. */
  redirect?: string
}

/**
 * An identity provider that can send wrong data, which a certified one cannot: discovery, keys and token
 * endpoint on 127.0.0.1. Its authorization endpoint is never visited; `codeFor` makes the redirect that it
 * would send.
 */
export async function hostileIdentity(clientId: string) {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid: 'honest', alg: 'RS256', use: 'sig' }
  let lies: Lies = {}
  let nonce = ''
  const hits: string[] = []
  const tokenRequests: { body: URLSearchParams; headers: IncomingHttpHeaders }[] = []

  const idToken = async () => {
    const now = Math.floor(Date.now() / 1000)
    const honest = {
      iss: origin,
      aud: clientId,
      sub: 'person-1',
      email: 'person@example.test',
      email_verified: true,
      nonce,
      iat: now,
      exp: now + 600,
    }
    const claims = Object.fromEntries(
      Object.entries({ ...honest, ...lies.claims }).filter(([, value]) => value !== undefined),
    ) as JWTPayload
    return lies.sign
      ? lies.sign(claims)
      : new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'honest' }).sign(privateKey)
  }
  async function respond(path: string, response: ServerResponse): Promise<void> {
    if (path === '/.well-known/openid-configuration') await sendDiscoveryDocument(response)
    else if (path === '/keys') response.end(JSON.stringify({ keys: lies.keys ?? [jwk] }))
    else if (lies.answers && path in lies.answers) response.end(JSON.stringify(lies.answers[path]))
    else if (path !== '/token') response.writeHead(404).end('{}')
    else if (lies.redirect) response.writeHead(307, { location: lies.redirect }).end()
    else {
      const token = { access_token: 'at', token_type: 'Bearer', expires_in: 60 }
      response.end(JSON.stringify(lies.token ?? { ...token, id_token: await idToken() }))
    }
  }

  async function sendDiscoveryDocument(response: ServerResponse): Promise<void> {
    const honest = {
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      jwks_uri: `${origin}/keys`,
      id_token_signing_alg_values_supported: ['RS256'],
    }
    const { rawDocument: raw = JSON.stringify({ ...honest, ...lies.document }) } = lies
    if (typeof raw === 'string') response.end(raw)
    else await pipeline(raw(), response)
  }

  const server = createServer((request, response) => {
    hits.push(`${request.method} ${request.url}`)
    response.setHeader('content-type', 'application/json')
    text(request)
      .then((body) => {
        if (request.url === '/token')
          tokenRequests.push({ body: new URLSearchParams(body), headers: request.headers })
        return respond(request.url ?? '', response)
      })
      .catch(() => response.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  return {
    origin,
    hits,
    tokenRequests,
    privateKey,
    lie: (next: Lies) => void (lies = next),
    /** The callback URL that the browser would return to after a sign-in started at this address. */
    codeFor(authorizeUrl: string, more: Record<string, string> = {}): string {
      const query = new URL(authorizeUrl).searchParams
      nonce = query.get('nonce') ?? ''
      const callback = new URL(query.get('redirect_uri')!)
      callback.search = new URLSearchParams({ code: 'code', state: query.get('state')!, ...more }).toString()
      return callback.href
    },
  }
}
