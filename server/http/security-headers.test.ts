import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createApp } from '#server/app.ts'
import type { Dist } from '#server/dist.ts'
import { makeTenant } from '#testing/factories.ts'
import { endWithThisProcess } from '#testing/guardian/guard.ts'
import { signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'

const built = await testApp()
const { kernel } = built
const [SCRIPT, STYLE] = ['go()', '.x{order:2}']
/** The check-in page is a file of the build. */
const folder = mkdtempSync(join(tmpdir(), 'headers-'))
endWithThisProcess({ folder })
after(() => rmSync(folder, { recursive: true }))
mkdirSync(join(folder, 'check-in'))
for (const file of ['index.html', 'service-worker.js']) writeFileSync(join(folder, 'check-in', file), '')
/** Minimal screens, enough for their headers. */
const dist: Dist = {
  folder,
  studioPage: '<!doctype html>',
  document: () => ({ html: '<!doctype html>', scripts: [SCRIPT], styles: [STYLE] }),
}
const app = createApp(kernel, dist)
const tenant = await makeTenant(built.database)
const { access_token: token } = await signUp(built, built.anonKey)

const ask = (path: string, init?: RequestInit) => app.request(new URL(path, kernel.config.publicUrl), init)
const creator = { headers: { apikey: built.anonKey, authorization: `Bearer ${token}` } }

/** One response of each kind: documents, data, refusals, redirects, client errors. */
const KINDS: [path: string, status: number, init?: RequestInit][] = [
  ['/', 200],
  ['/studio/anything', 404],
  ['/embed/pay', 200],
  [`/embed/pay?tenant=${tenant.public_key}`, 200],
  ['/embed/nothing', 404],
  ['/auth/v1/user', 200, creator],
  ['/auth/v1/user', 401],
  ['/rest/v1/tenants', 200, creator],
  ['/rest/v1/tenants', 401],
  ['/functions/v1/access', 200, creator],
  ['/functions/v1/nothing', 404, creator],
  ['/checkout/return?state=forged', 404],
  ['/connect/return?state=forged', 303],
  ['/webhooks/stripe/test/connect', 400, { method: 'POST', body: '{}' }],
  ['/health/live', 200],
  ['/metrics', 403],
]

for (const [path, status, init] of KINDS)
  test(`[K16] ${init?.method ?? 'GET'} ${path} as ${init === creator ? 'a creator' : 'anonymous'} has every header`, async () => {
    const response = await ask(path, init)
    assert.equal(response.status, status)
    const { headers } = response
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.match(headers.get('referrer-policy') ?? '', /^(no-referrer|strict-origin(-when-cross-origin)?)$/)
    assert.match(headers.get('permissions-policy') ?? '', /camera=\(\)/)
    assert.match(headers.get('cross-origin-resource-policy') ?? '', /^(same|cross)-origin$/)
    assert.match(headers.get('content-security-policy') ?? '', /^default-src 'none';.*frame-ancestors/)
    const isBlock = response.ok && path.startsWith('/embed/')
    assert.equal(headers.get('cross-origin-opener-policy'), isBlock ? 'unsafe-none' : 'same-origin')
  })

test('[P08] an unknown function is refused in JSON, whatever the method', async () => {
  for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
    const response = await ask('/functions/v1/nothing', { ...creator, method })
    assert.deepEqual(
      [response.status, await response.json()],
      [404, { error: 'Not found', code: 'not_found' }],
    )
  }
})

test('[K16] no cache stores a response that depends on the caller', async () => {
  for (const [path, , init] of KINDS) {
    const kept = (await ask(path, init)).headers.get('cache-control')
    const isStudio = path === '/' || path.startsWith('/studio')
    assert.equal(kept?.replace(/private, |, no-transform/g, ''), isStudio ? 'no-cache' : 'no-store', path)
  }
  const keys = await ask('/auth/v1/.well-known/jwks.json')
  assert.equal(keys.headers.get('cache-control'), 'public, max-age=600')
})

test('[K16] the provider’s script runs only in the checkout frame; a block can frame only that page', async () => {
  const directives = async (page: string) => {
    const { headers } = await ask(`/embed/${page}?tenant=${tenant.public_key}`)
    const policy = headers.get('content-security-policy')!
    return Object.fromEntries(policy.split('; ').map((one) => [one.split(' ')[0], one.replace(/^\S+ /, '')]))
  }
  const [pay, checkout, frame] = await Promise.all(['pay', 'checkout', 'checkout-frame'].map(directives))
  const withHash = (text: string) => `'self' 'sha256-${createHash('sha256').update(text).digest('base64')}'`
  const ours = withHash(SCRIPT)
  assert.equal(pay!['style-src'], withHash(STYLE))
  assert.deepEqual([pay!['script-src'], pay!['frame-src'], pay!['img-src']], [ours, "'self'", "'self' data:"])
  assert.deepEqual([checkout!['script-src'], checkout!['frame-src']], [ours, undefined])
  assert.equal(checkout!['frame-ancestors'], "'none'")
  const { script, frame: frames, connect, image } = kernel.payments.browserScript()
  const own = kernel.config.publicUrl
  assert.equal(frame!['script-src'], [ours, ...script].join(' '))
  assert.equal(frame!['frame-src'], frames.join(' '))
  assert.equal(frame!['connect-src'], ["'self'", own, ...connect].join(' '))
  assert.equal(frame!['img-src'], ["'self'", 'data:', ...image].join(' '))
  assert.equal(frame!['frame-ancestors'], pay!['frame-ancestors'], 'the host page is an ancestor of both')
  assert.doesNotMatch(JSON.stringify([pay, checkout, frame]), /unsafe/)
})

test('[K08] the page for an unknown block can be framed by the requesting site, runs no other script and shows only the tag’s name', async () => {
  const framed = (name: string, origin = 'https://mill.example') =>
    ask(`/embed/${name}?${new URLSearchParams({ tenant: tenant.public_key, origin, frame: '0.5' })}`)
  const answer = await framed('pey')
  assert.equal(answer.status, 404)
  const policy = answer.headers.get('content-security-policy')!
  assert.match(policy, /; frame-ancestors https:\/\/mill\.example$/)
  assert.doesNotMatch(policy, /unsafe|mill\.example.*frame-ancestors/)
  for (const origin of ['https://x;sandbox', 'https://*', 'null'])
    assert.match(
      (await framed('pey', origin)).headers.get('content-security-policy')!,
      /frame-ancestors 'none'$/,
    )
  for (const name of ['constructor%3Cb%3E', 'a.b', `a${'b'.repeat(80)}`, '..%2Fauth']) {
    const refused = await framed(name)
    assert.equal(refused.status, 404, name)
    assert.match(refused.headers.get('content-type')!, /json/, name)
  }
})

test('only the check-in page may use the camera; its worker may read its own files, and neither can be framed', async () => {
  const page = await ask('/check-in/')
  assert.equal(page.headers.get('permissions-policy'), 'camera=(self), microphone=(), geolocation=()')
  const policy = page.headers.get('content-security-policy')!
  assert.match(policy, /^default-src 'none'; script-src 'self'; .*frame-ancestors 'none'$/)
  assert.doesNotMatch(policy, /unsafe|data:|http/)
  const known = { headers: { 'if-none-match': page.headers.get('etag')! } }
  const again = await ask('/check-in/', known)
  assert.equal(again.status, 304)
  assert.match(again.headers.get('permissions-policy')!, /camera=\(self\)/, 'browsers take headers from it')

  const worker = await ask('/check-in/service-worker.js')
  assert.deepEqual(
    [worker.headers.get('cache-control'), worker.headers.get('content-security-policy')],
    ['no-cache', "default-src 'none'; connect-src 'self'"],
  )
  for (const [path, status] of [
    ['/check-in/service-worker.js', 200],
    ['/check-in', 308],
    ['/check-in/index.ts', 404],
    ['/check-in/assets', 404],
  ] as const) {
    const response = await ask(path)
    assert.equal(response.status, status, path)
    assert.match(response.headers.get('permissions-policy')!, /camera=\(\)/, path)
  }
})

test('proxies may not modify a block’s page, because its policy contains hashes', async () => {
  for (const path of ['/embed/pay', `/embed/pay?tenant=${tenant.public_key}`])
    assert.match((await ask(path)).headers.get('cache-control')!, /\bno-transform\b/, path)
})

test('[K01] frame-ancestors never contains an origin that is only valid as a URL', async () => {
  const ancestors = async (origin: string) => {
    const query = new URLSearchParams({ tenant: tenant.public_key, origin })
    const { headers } = await ask(`/embed/pay?${query}`)
    return headers.get('content-security-policy')!
  }
  const plain = await ancestors('')
  for (const origin of [
    'https://x;sandbox',
    'https://x;sandbox.localhost',
    'https://*',
    'https://*.evil.example',
    'https://a,sandbox',
    "https://'self'",
    'https://a"b',
    'null',
    'ws://evil.localhost',
    'https://EVIL.example',
    'https://evil.example/',
  ])
    assert.equal(await ancestors(origin), plain, origin)
  for (const origin of ['https://evil.example', 'http://10.0.0.1:8080', 'http://[fd00::1]:8080'])
    assert.ok((await ancestors(origin)).endsWith(`frame-ancestors 'self' ${origin}`), origin)
})
