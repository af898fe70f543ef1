import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Auth0ClientOptions } from '@auth0/auth0-spa-js'
import { auth0Client, redeemAuth0Response, redirectToAuth0 } from './auth0-client.ts'
import { auth0ErrorMessage } from './auth0-error.ts'

/** The address that the window navigated to. */
let destination = new URL('https://nowhere.test')
const stored = new Map<string, string>()
Object.assign(globalThis, {
  window: globalThis,
  location: { origin: 'https://blocks.test', assign: (url: string) => (destination = new URL(url)) },
})
Object.defineProperty(globalThis, 'sessionStorage', {
  value: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  },
})

const application = { domain: 'https://mill.eu.auth0.com', client_id: 'spa' }
const CALLBACK = 'https://blocks.test/embed/auth?tenant=pk_1'
const goThere = () =>
  redirectToAuth0({ ...application, nonce: 'ours' }, 'pk_1', { site: null, authorizationId: null })

interface Understood {
  options: Auth0ClientOptions
  sessionCheckExpiryDays: number
}

/** The callback address to which Auth0 redirects. */
function callback(): string {
  const address = new URL(CALLBACK)
  address.searchParams.set('code', 'c')
  address.searchParams.set('state', destination.searchParams.get('state')!)
  return address.href
}

/** Simulates waits for something that never comes; `next` is the signal that ends the next wait. */
function neverSettling() {
  const [heard, next] = [[] as AbortSignal[], [] as ((signal: AbortSignal) => void)[]]
  return {
    wait: (signal: AbortSignal) => {
      const resolveNext = next.shift()
      if (resolveNext) resolveNext(signal)
      else heard.push(signal)
      return new Promise<never>((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      )
    },
    next: () =>
      new Promise<AbortSignal>((resolve) => (heard.length ? resolve(heard.shift()!) : next.push(resolve))),
  }
}

test('[S9-055] [S9-057] [S9-058] [S9-059] the library uses the page’s settings', () => {
  // The library's parsed options, which it does not expose.
  const { options, sessionCheckExpiryDays } = auth0Client(application, 'pk_1') as unknown as Understood
  assert.deepEqual(options.authorizationParams, { scope: 'openid profile email', redirect_uri: CALLBACK })
  assert.deepEqual([options.authorizeTimeoutInSeconds, options.leeway], [60, 60])
  assert.equal(sessionCheckExpiryDays, 1)
})

test('[S4-061] Auth0 receives the nonce from the server, and no other is accepted on return', async (t) => {
  await goThere()
  assert.equal(destination.origin, application.domain)
  assert.equal(destination.searchParams.get('nonce'), 'ours')
  assert.equal(destination.searchParams.get('redirect_uri'), CALLBACK)
  const claims = { iss: `${application.domain}/`, aud: 'spa', sub: 'auth0|1', nonce: 'theirs' }
  const at = Math.floor(Date.now() / 1000)
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const token = `${part({ alg: 'RS256' })}.${part({ ...claims, iat: at, exp: at + 60 })}.signature`
  t.mock.method(globalThis, 'fetch', async () =>
    Response.json({ id_token: token, access_token: 'x', expires_in: 60, token_type: 'Bearer' }),
  )
  await assert.rejects(redeemAuth0Response(application, 'pk_1', callback()), /Nonce/)
})

test('[S9-056] [S8-101] a request to Auth0 times out after 10 seconds, with a timeout error', async (t) => {
  await goThere()
  const auth0 = neverSettling()
  t.mock.method(globalThis, 'fetch', (_: unknown, { signal }: RequestInit) => auth0.wait(signal!))
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const failed = redeemAuth0Response(application, 'pk_1', callback()).catch(auth0ErrorMessage)
  // The library makes three attempts.
  for (const _ of [1, 2, 3]) {
    const request = await auth0.next()
    t.mock.timers.tick(9999)
    assert.equal(request.aborted, false)
    t.mock.timers.tick(1)
    assert.equal(request.aborted, true)
  }
  assert.equal(await failed, 'This took too long. Please try again.')
})

test('[S9-060] a lock held by another tab is waited for 5 seconds', async (t) => {
  const lock = neverSettling()
  t.mock.method(navigator.locks, 'request', (_: string, { signal }: LockOptions) => lock.wait(signal!))
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const failed = auth0Client(application, 'pk_1').getTokenSilently().catch(auth0ErrorMessage)
  const request = await lock.next()
  t.mock.timers.tick(4999)
  assert.equal(request.aborted, false)
  t.mock.timers.tick(1)
  assert.equal(request.aborted, true)
  assert.equal(await failed, 'This took too long. Please try again.')
})
