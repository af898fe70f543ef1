import { createServer } from 'node:http'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { after } from 'node:test'
import { SignJWT, exportJWK, generateKeyPair } from 'jose'
import type { JWK, JWTPayload } from 'jose'

/** What the server answers this time; everything that is left out is right. */
export interface Lies {
  /** Over the discovery document. */
  document?: Record<string, unknown>
  /** In place of the discovery document. */
  rawDocument?: string | (() => AsyncIterable<string>)
  /** Over the claims of the ID token; undefined takes one out. */
  claims?: Record<string, unknown>
  /** Makes the ID token, instead of the server. */
  sign?: (claims: JWTPayload) => Promise<string>
  /** In place of the key set. */
  keys?: JWK[]
  /** In place of the token answer, for wires without ID tokens. */
  token?: Record<string, unknown>
  /** Answers to other paths. */
  answers?: Record<string, unknown>
  /** Leads here instead of answering the token request. */
  redirect?: string
}

/**
 * An identity provider that may lie, since a certified one cannot: discovery, keys and token endpoint on 127.0.0.1.
 * Its authorization endpoint is never visited: `codeFor` makes what it would send back.
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
  async function answer(path: string, response: ServerResponse): Promise<void> {
    if (path === '/.well-known/openid-configuration') await describeItself(response)
    else if (path === '/keys') response.end(JSON.stringify({ keys: lies.keys ?? [jwk] }))
    else if (lies.answers && path in lies.answers) response.end(JSON.stringify(lies.answers[path]))
    else if (path !== '/token') response.writeHead(404).end('{}')
    else if (lies.redirect) response.writeHead(307, { location: lies.redirect }).end()
    else {
      const token = { access_token: 'at', token_type: 'Bearer', expires_in: 60 }
      response.end(JSON.stringify(lies.token ?? { ...token, id_token: await idToken() }))
    }
  }

  async function describeItself(response: ServerResponse): Promise<void> {
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
        return answer(request.url ?? '', response)
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
    /** What the browser would bring back from a login begun with this address. */
    codeFor(authorizeUrl: string, more: Record<string, string> = {}): string {
      const sent = new URL(authorizeUrl).searchParams
      nonce = sent.get('nonce') ?? ''
      const back = new URL(sent.get('redirect_uri')!)
      back.search = new URLSearchParams({ code: 'code', state: sent.get('state')!, ...more }).toString()
      return back.href
    },
  }
}
