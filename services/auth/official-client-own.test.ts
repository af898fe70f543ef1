import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as constants from '@supabase/auth-js/dist/main/lib/constants.js'
import type { AuthChangeEvent } from '@supabase/supabase-js'
import { PASSWORD, signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'

// Tests what the official client does with our responses without being called, and the calls that no other
// test makes.
const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })

test('[S4-066] [S4-067] [S4-068] [S4-069] [S4-070] [S7-040] [S7-041] [S8-108] the client stores a session, reports it, refreshes it in time and removes it on sign-out', async () => {
  const { email = '' } = (await signUp(app, app.anonKey)).user
  const { auth } = app.client()
  assert.equal((await auth.initialize()).error, null)
  assert.ok(!auth.isThrowOnErrorEnabled())
  const events: AuthChangeEvent[] = []
  const { data: heard } = auth.onAuthStateChange((event) => void events.push(event))
  assert.equal((await auth.getSession()).data.session, null)
  assert.equal((await auth.getUser()).error?.name, 'AuthSessionMissingError')
  await auth.signInWithPassword({ email, password: PASSWORD })
  const { data } = await auth.getSession()
  assert.equal(data.session?.user.email, email)
  const identities = await auth.getUserIdentities()
  assert.deepEqual(
    identities.data?.identities.map(({ provider }) => provider),
    ['email'],
  )

  assert.equal((await auth.updateUser({ data: { name: 'Ada' } })).error, null)

  // The client's own timer refreshes a session that has a minute and a half left.
  const refreshed = new Promise<string>((resolve) => {
    auth.onAuthStateChange((event, session) => {
      if (event === 'TOKEN_REFRESHED') resolve(session!.refresh_token)
    })
  })
  const own = auth as unknown as { _saveSession: (session: object) => Promise<void> }
  await own._saveSession({ ...data.session, expires_at: Math.floor(Date.now() / 1000) + 80 })
  await auth.startAutoRefresh()
  assert.notEqual(await refreshed, data.session.refresh_token)
  await auth.stopAutoRefresh()

  assert.equal((await auth.signOut()).error, null)
  assert.equal((await auth.getSession()).data.session, null)
  heard.subscription.unsubscribe()
  auth.dispose()
  assert.equal(events[0], 'INITIAL_SESSION')
  for (const event of ['SIGNED_IN', 'USER_UPDATED', 'TOKEN_REFRESHED', 'SIGNED_OUT'] as const)
    assert.ok(events.includes(event), events.join())
})

test('single sign-on is refused with an error that the client understands', async () => {
  const { data, error } = await app.client().auth.signInWithSSO({ domain: 'company.example' })
  assert.equal(data, null)
  assert.deepEqual([error?.name, error?.status, error?.code], ['AuthApiError', 404, 'saml_provider_disabled'])
  const byId = await app.client().auth.signInWithSSO({ providerId: '00000000-0000-4000-8000-000000000000' })
  assert.equal(byId.error?.code, 'saml_provider_disabled')
})

test('custom providers, by the operator: created, read, changed, listed by kind, removed', async () => {
  const { customProviders } = app.client(app.serviceKey).auth.admin
  const identifier = 'custom:company'
  const endpoints = {
    authorization_url: 'https://login.example.com/authorize',
    token_url: 'https://login.example.com/token',
    userinfo_url: 'https://login.example.com/me',
  }
  const wanted = { identifier, name: 'Company', client_id: 'abc', client_secret: 'hidden-secret' }
  const made = await customProviders.createProvider({ provider_type: 'oauth2', ...wanted, ...endpoints })
  assert.equal(made.error, null)
  assert.deepEqual([made.data?.identifier, made.data?.enabled], [identifier, true])
  assert.equal(JSON.stringify(made.data).includes('hidden-secret'), false)
  const again = await customProviders.createProvider({ provider_type: 'oauth2', ...wanted, ...endpoints })
  assert.deepEqual([again.error?.status, again.error?.code], [409, 'conflict'])
  const changed = await customProviders.updateProvider(identifier, { name: 'Firm', enabled: false })
  assert.deepEqual([changed.data?.name, changed.data?.enabled], ['Firm', false])
  assert.equal((await customProviders.getProvider(identifier)).data?.name, 'Firm')
  const listed = async (type: 'oauth2' | 'oidc') =>
    (await customProviders.listProviders({ type })).data.providers.map((one) => one.identifier)
  assert.deepEqual([await listed('oauth2'), await listed('oidc')], [[identifier], []])
  assert.equal((await customProviders.deleteProvider(identifier)).error, null)
  const removed = await customProviders.getProvider(identifier)
  assert.deepEqual([removed.error?.status, removed.error?.code], [404, 'custom_provider_not_found'])
  const stranger = await app.client().auth.admin.customProviders.listProviders()
  assert.equal(stranger.error?.code, 'not_admin')
})

test('[S9-029] [S9-030] [S9-031] the client checks every 30 s, refreshes with 3 of those left, and waits 200 ms, then 400 ms after a refresh met 503', async () => {
  const { AUTO_REFRESH_TICK_DURATION_MS, AUTO_REFRESH_TICK_THRESHOLD } = constants as Record<string, unknown>
  assert.deepEqual([AUTO_REFRESH_TICK_DURATION_MS, AUTO_REFRESH_TICK_THRESHOLD], [30_000, 3])
  const { refresh_token } = await signUp(app, app.anonKey)
  const requestTimes: number[] = []
  const { auth } = app.client(app.anonKey, {
    global: {
      fetch: async (address, init) => {
        requestTimes.push(performance.now())
        return requestTimes.length < 3 ? new Response('{}', { status: 503 }) : app.fetch(address, init)
      },
    },
  })
  assert.equal((await auth.refreshSession({ refresh_token })).error, null)
  const waits = requestTimes.slice(1).map((at, n) => Math.round(at - requestTimes[n]!))
  assert.equal(waits.length, 2)
  // A Node timer may fire a millisecond early.
  assert.ok(waits[0]! >= 199 && waits[1]! >= 399, String(waits))
})
