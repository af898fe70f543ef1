// Everything that is shipped to browsers, as it was built and as it is served.
import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createApp } from '#server/app.ts'
import { loadDist } from '#server/dist.ts'
import { COMPRESSIBLE, WORTH_IT } from '#server/static/encodings.ts'
import { makeTenant } from '#testing/factories.ts'
import { ROOT } from '#testing/test-cluster.ts'
import { testApp } from '#testing/test-app.ts'

const settings = {
  STRIPE_SECRET_KEY_TEST: 'sk_test_canary51aQz',
  STRIPE_PUBLISHABLE_KEY_TEST: 'pk_test_canary51aQz',
  STRIPE_WEBHOOK_SECRET_TEST: 'whsec_canary51aQz',
  STRIPE_CONNECT_WEBHOOK_SECRET_TEST: 'whsec_canary52aQz',
  STRIPE_CONNECT_CLIENT_ID_TEST: 'ca_canary',
  SMTP_URL: 'smtp://mailer:canary-mail@10.1.2.3:25',
  PUBLIC_URL: 'https://blocks.example',
}
const built = await testApp({ env: settings })
const { kernel, config } = built
const app = createApp(kernel, await loadDist(ROOT))
const tenant = await makeTenant(built.database)

/** Text of every file that has an address, by path: bundles, style sheets, source maps if there were any, HTML. */
const shipped = new Map<string, string>()
for (const folder of ['dist/studio', 'dist/embed', 'embed/releases'])
  for (const entry of readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile() && !/\.(woff2|png|br|gz)$/.test(path))
      shipped.set(path.slice(ROOT.length + 1), readFileSync(path, 'utf8'))
  }
for (const path of [
  '/',
  '/studio',
  '/embed/auth',
  `/embed/auth?tenant=${tenant.public_key}`,
  `/embed/pay?tenant=${tenant.public_key}&origin=https://shop.example`,
  `/embed/passkey?tenant=${tenant.public_key}`,
  '/embed/pay?tenant=pk_unknown',
  '/embed/nothing',
]) {
  const answer = await app.request(new URL(path, config.publicUrl))
  shipped.set(path, `${JSON.stringify([...answer.headers])}\n${await answer.text()}`)
}

test('the search sees bundles, style sheets and pages', () => {
  const paths = [...shipped.keys()]
  assert.ok(paths.filter((path) => path.endsWith('.js')).length > 50, String(paths.length))
  assert.ok(paths.some((path) => path.endsWith('.css')))
  assert.match(shipped.get('/') ?? '', /bb-config/)
  assert.match(shipped.get(`/embed/auth?tenant=${tenant.public_key}`) ?? '', new RegExp(tenant.public_key))
})

test('[K19] no secret key, webhook secret, service key or private key is in anything that is shipped', () => {
  const secrets = [
    built.serviceKey,
    config.jwtSecret,
    ...Object.values(settings).filter((value) => value.includes('canary') && !value.startsWith('pk_')),
    new URL(built.appUrl).password,
  ]
  assert.ok(secrets.every((secret) => secret.length >= 8))
  for (const [path, text] of shipped) {
    // Words of forms and of error messages speak of such keys; a key goes on after its beginning.
    assert.doesNotMatch(text, /\b(sk|rk)_(test|live)_\w|\bwhsec_\w/, path)
    assert.doesNotMatch(text, /PRIVATE KEY-----(\\n|\s)*[A-Za-z0-9+/]{16}/, path)
    for (const token of text.match(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g) ?? []) {
      const claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { role: string }
      assert.equal(claims.role, 'anon', path)
    }
    for (const secret of secrets) assert.ok(!text.includes(secret), `${path} holds a secret`)
  }
})

test('[K19] nothing that is shipped names an internal host, or a folder of the machine that built it', () => {
  // A machine may be called like an ordinary word of the bundles; then its name says nothing.
  const machine = /[\d.-]/.test(hostname()) ? [hostname()] : []
  for (const [path, text] of shipped) {
    assert.doesNotMatch(text, /\b(10\.\d+|192\.168|172\.(1[6-9]|2\d|3[01]))\.\d+\.\d+\b/, path)
    assert.doesNotMatch(text, /\/\/[\w.-]+\.(internal|local|lan|corp)\b/, path)
    assert.doesNotMatch(text, /127\.0\.0\.1:\d|localhost:(5432|3001)|postgres(ql)?:\/\//, path)
    for (const word of [ROOT, ...machine]) assert.ok(!text.includes(word), `${path} holds ${word}`)
  }
})

test('there are no source maps, and nothing points at one', () => {
  for (const [path, text] of shipped) {
    assert.doesNotMatch(path, /\.map$/)
    // Of a library that writes one by script the name alone is there, with nothing behind it.
    assert.doesNotMatch(text, /sourceMappingURL=[^"'`]/, path)
  }
})

test('what the build left is there in its compressed forms, and a first visit of the Studio is small', async () => {
  let plain = 0
  let travelled = 0
  for (const folder of ['dist/studio/assets', 'dist/embed/assets', 'dist/embed/loader'])
    for (const name of readdirSync(join(ROOT, folder))) {
      if (!COMPRESSIBLE.test(name)) continue
      const content = readFileSync(join(ROOT, folder, name))
      if (content.length < WORTH_IT) continue
      assert.deepEqual(brotliDecompressSync(readFileSync(join(ROOT, folder, `${name}.br`))), content, name)
      assert.deepEqual(gunzipSync(readFileSync(join(ROOT, folder, `${name}.gz`))), content, name)
    }
  const page = shipped.get('/')!
  const first = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path!)
  assert.ok(first.length >= 2, page)
  for (const path of first) {
    const headers = { 'accept-encoding': 'br' }
    const answer = await app.request(new URL(path, config.publicUrl), { headers })
    const { length } = readFileSync(join(ROOT, 'dist/studio', path))
    assert.equal(answer.headers.get('content-encoding'), length < WORTH_IT ? null : 'br', path)
    travelled += (await answer.arrayBuffer()).byteLength
    plain += length
  }
  assert.ok(travelled < plain / 2.5, `${travelled} of ${plain} bytes`)
})
