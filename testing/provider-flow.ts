import assert from 'node:assert/strict'
import { openAuth } from '#services/auth/auth.ts'
import { creators, endUsersOf } from '#services/auth/pool.ts'
import { saveProvider } from '#services/auth/providers/save-provider.ts'
import { makeTenant } from './factories.ts'
import { testApp } from './test-app.ts'
import { testIdentity, visitorOf } from './test-identity.ts'
import type { Comer } from './test-identity.ts'

/**
 * An app whose creators and one tenant's end users may sign in with `custom:acme`, the certified `oidc-provider` in
 * this process. The tenant lists https://shop.example.
 * @param reaching origins on this machine that the server may call too
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

  /** An address of /authorize. */
  const startOf = (query: Record<string, string> = {}) =>
    `http://localhost:3000/auth/v1/authorize?${new URLSearchParams({ provider: 'custom:acme', ...query })}`

  /** From /authorize to the provider and back, up to our callback, which is not called. */
  async function upToCallback(start: string, who: Comer = {}, browser = visitorOf(app)) {
    const first = await browser.go(start)
    assert.equal(first.status, 302, first.text)
    return { back: await identity.come(first.to, who), browser }
  }

  /** From /authorize to the address that the person ends at. */
  async function through(start: string, who: Comer, browser = visitorOf(app)): Promise<URL> {
    const { back } = await upToCallback(start, who, browser)
    const end = await browser.go(back)
    assert.equal(end.status, 303, end.text)
    return new URL(end.to)
  }

  /** Signs in without PKCE. @returns the user and the words at the end */
  async function signIn(who: Comer, query: Record<string, string> = {}) {
    const words = fragmentOf(await through(startOf(query), who))
    const token = words.get('access_token')
    const { data } = token ? await app.client(query.apikey).auth.getUser(token) : { data: { user: null } }
    return { user: data.user, token, refused: words.get('error_code'), words }
  }

  /** supabase-js as a page with PKCE uses it. */
  function pageClient(key?: string) {
    const kept = new Map<string, string>()
    const storage = {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => void kept.set(name, value),
      removeItem: (name: string) => void kept.delete(name),
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

/** What stands behind the `#` of an address, where sessions come back. */
export const fragmentOf = (url: URL): URLSearchParams => new URLSearchParams(url.hash.slice(1))
