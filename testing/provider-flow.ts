import assert from 'node:assert/strict'
import { openAuth } from '#services/auth/auth.ts'
import { creators, endUsersOf } from '#services/auth/pool.ts'
import { saveProvider } from '#services/auth/providers/save-provider.ts'
import { makeTenant } from './factories.ts'
import { testApp } from './test-app.ts'
import { testIdentity, visitorOf } from './test-identity.ts'
import type { Comer } from './test-identity.ts'

/**
 * An app whose creators and one tenant's end users may sign in with `custom:acme`, the certified
 * `oidc-provider` in this process. The tenant's allowed origins contain https://shop.example.
 * @param reaching further local origins that the server may call
 */
export async function providerFlow({ reaching = [] }: { reaching?: string[] } = {}) {
  const identity = await testIdentity()
  const allowed = [identity.origin, ...reaching].join(',')
  const app = await testApp({ env: { OUTBOUND_ALLOW: allowed, AUTH_LIMIT_FACTOR: '100' } })
  const auth = openAuth(app.kernel)
  const tenant = await makeTenant(app.database, { plan: 'pro' })
  await app.database.asService('test: list a site', (db) =>
    db
      .updateTable('tenants')
      .set({ allowed_origins: ['https://shop.example'] })
      .where('id', '=', tenant.id)
      .execute(),
  )
  const endUsers = endUsersOf((await app.kernel.tenancy.byPublicKey(tenant.public_key))!)
  const acme = {
    client_id: identity.clientId,
    client_secret: identity.clientSecret,
    title: 'Acme',
    config: { issuer: identity.issuer },
  }
  await saveProvider(auth, creators, 'custom:acme', acme)
  await saveProvider(auth, endUsers, 'custom:acme', acme)

  /** Returns an address of /authorize. */
  const startOf = (query: Record<string, string> = {}) =>
    `http://localhost:3000/auth/v1/authorize?${new URLSearchParams({ provider: 'custom:acme', ...query })}`

  /** Runs the flow from /authorize to the provider and returns the callback address without requesting it. */
  async function upToCallback(start: string, who: Comer = {}, browser = visitorOf(app)) {
    const first = await browser.go(start)
    assert.equal(first.status, 302, first.text)
    return { back: await identity.come(first.to, who), browser }
  }

  /** Runs the whole flow from /authorize and returns the final redirect's address. */
  async function through(start: string, who: Comer, browser = visitorOf(app)): Promise<URL> {
    const { back } = await upToCallback(start, who, browser)
    const end = await browser.go(back)
    assert.equal(end.status, 303, end.text)
    return new URL(end.to)
  }

  /** Signs in without PKCE. @returns the user and the fragment's parameters */
  async function signIn(who: Comer, query: Record<string, string> = {}) {
    const fragment = fragmentOf(await through(startOf(query), who))
    const token = fragment.get('access_token')
    const { data } = token ? await app.client(query.apikey).auth.getUser(token) : { data: { user: null } }
    return { user: data.user, token, refused: fragment.get('error_code'), words: fragment }
  }

  /** supabase-js configured like a page that uses PKCE. */
  function pageClient(key?: string) {
    const stored = new Map<string, string>()
    const storage = {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, value: string) => void stored.set(name, value),
      removeItem: (name: string) => void stored.delete(name),
    }
    return app.client(key, {
      auth: {
        flowType: 'pkce',
        storage,
        persistSession: true,
        autoRefreshToken: false,
        detectSessionInUrl: false,
      },
      global: { fetch: app.fetch },
    })
  }
  return { app, auth, identity, tenant, endUsers, startOf, upToCallback, through, signIn, pageClient }
}

/** Parameters after the `#` of an address, where sessions are returned. */
export const fragmentOf = (url: URL): URLSearchParams => new URLSearchParams(url.hash.slice(1))
