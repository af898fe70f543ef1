import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { SignJWT, exportJWK, generateKeyPair } from 'jose'
import type { JWTHeaderParameters, JWTPayload } from 'jose'
import type { TenantCard } from '#kernel/tenancy.ts'
import type { TestApp } from './test-app.ts'

/** The application that is registered at the fake domain. */
export const AUTH0_CLIENT = { id: 'canary-client', secret: 'canary-client-secret' }

/**
 * A minimal fake Auth0 domain for tests of settings and ID tokens, which can send bad responses. It has no
 * login page; the sandbox with one is sandbox/auth0.
 */
export async function forgeAuth0() {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }]
  /** Overrides of the default responses, by path. */
  const answers = new Map<string, RequestListener>()
  const asked: string[] = []
  let connections = 0
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, address)
    asked.push(pathname)
    const override = answers.get(pathname)
    if (override) return override(request, response)
    const json = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (pathname === '/.well-known/openid-configuration') return json(200, documentOf(address))
    if (pathname === '/.well-known/jwks.json') return json(200, { keys })
    if (pathname === '/oauth/token') return json(403, { error: 'unauthorized_client' })
    return json(404, {})
  })
  server.on('connection', () => connections++)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const address = `http://localhost:${port}`

  const sign = (key: CryptoKey, claims: JWTPayload, header: Partial<JWTHeaderParameters>) => {
    const at = Math.floor(Date.now() / 1000)
    const usual = { iss: `${address}/`, aud: AUTH0_CLIENT.id, sub: 'auth0|sam', iat: at, exp: at + 36_000 }
    return new SignJWT({ ...usual, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'one', ...header })
      .sign(key)
  }
  return {
    address,
    port,
    /** Entry for AUTH0_DOMAIN_OVERRIDES that maps a domain to this server. */
    override: (domain: string) => `${domain}=${address}`,
    keys,
    answers,
    asked,
    connections: () => connections,
    document: documentOf(address),
    /** A new ID token. Given claims replace the defaults; undefined removes a claim. */
    idToken: (claims: JWTPayload = {}, header: Partial<JWTHeaderParameters> = {}) =>
      sign(privateKey, claims, header),
    /** The same, but signed with a key that is not the domain's. */
    forgedToken: async (claims: JWTPayload = {}) =>
      sign((await generateKeyPair('RS256')).privateKey, claims, {}),
  }
}

export const documentOf = (address: string) => ({
  issuer: `${address}/`,
  authorization_endpoint: `${address}/authorize`,
  token_endpoint: `${address}/oauth/token`,
  jwks_uri: `${address}/.well-known/jwks.json`,
})

/** Connects a tenant to this Auth0 domain and waits until the server uses it. */
export async function useAuth0(
  app: Pick<TestApp, 'owner' | 'kernel'>,
  tenant: { id: string; public_key: string },
  domain: string,
  clientId = AUTH0_CLIENT.id,
): Promise<void> {
  await app.owner.query(
    `update public.tenants set auth_provider = 'auth0', auth_status = 'connected', auth0_domain = $2,
       auth0_client_id = $3, auth0_client_secret = $4 where id = $1`,
    [tenant.id, domain, clientId, app.kernel.sealer.seal('x', `tenants.auth0_client_secret:${tenant.id}`)],
  )
  await known(app, tenant, ({ auth0_domain }) => auth0_domain === domain)
}

/** Waits until the server has noticed a change to a tenant. */
export async function known(
  app: Pick<TestApp, 'kernel'>,
  tenant: { public_key: string },
  changed: (card: TenantCard) => boolean,
): Promise<void> {
  const deadline = Date.now() + 20_000
  while (!changed((await app.kernel.tenancy.byPublicKey(tenant.public_key))!)) {
    if (Date.now() > deadline) throw new Error('The server did not notice the change')
    await setTimeout(20)
  }
}
