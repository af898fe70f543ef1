// Everything that is shipped to browsers, as built and as served.
import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createApp } from '#server/app.ts'
import { loadDist } from '#server/dist.ts'
import { COMPRESSIBLE, MIN_COMPRESSIBLE_BYTES } from '#server/static/encodings.ts'
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

/** Text of every public file, by path: bundles, style sheets, source maps (if any), HTML. */
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
  const response = await app.request(new URL(path, config.publicUrl))
  shipped.set(path, `${JSON.stringify([...response.headers])}\n${await response.text()}`)
}

test('the search covers bundles, style sheets and pages', () => {
  const paths = [...shipped.keys()]
  assert.ok(paths.filter((path) => path.endsWith('.js')).length > 50, String(paths.length))
  assert.ok(paths.some((path) => path.endsWith('.css')))
  assert.match(shipped.get('/') ?? '', /bb-config/)
  assert.match(shipped.get(`/embed/auth?tenant=${tenant.public_key}`) ?? '', new RegExp(tenant.public_key))
})

test('[K19] no shipped file contains a secret key, webhook secret, service key or private key', () => {
  const secrets = [
    built.serviceKey,
    config.jwtSecret,
    ...Object.values(settings).filter((value) => value.includes('canary') && !value.startsWith('pk_')),
    new URL(built.appUrl).password,
  ]
  assert.ok(secrets.every((secret) => secret.length >= 8))
  for (const [path, text] of shipped) {
    // Forms and error messages mention the prefixes of such keys; a real key continues after the prefix.
    assert.doesNotMatch(text, /\b(sk|rk)_(test|live)_\w|\bwhsec_\w/, path)
    assert.doesNotMatch(text, /PRIVATE KEY-----(\\n|\s)*[A-Za-z0-9+/]{16}/, path)
    for (const token of text.match(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g) ?? []) {
      const claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { role: string }
      assert.equal(claims.role, 'anon', path)
    }
    for (const secret of secrets) assert.ok(!text.includes(secret), `${path} contains a secret`)
  }
})

test('[K19] no shipped file names an internal host or a folder of the build machine', () => {
  // A host name that is an ordinary word may occur in the bundles, so only names with digits, dots or hyphens
  // count.
  const machine = /[\d.-]/.test(hostname()) ? [hostname()] : []
  for (const [path, text] of shipped) {
    assert.doesNotMatch(text, /\b(10\.\d+|192\.168|172\.(1[6-9]|2\d|3[01]))\.\d+\.\d+\b/, path)
    assert.doesNotMatch(text, /\/\/[\w.-]+\.(internal|local|lan|corp)\b/, path)
    assert.doesNotMatch(text, /127\.0\.0\.1:\d|localhost:(5432|3001)|postgres(ql)?:\/\//, path)
    for (const word of [ROOT, ...machine]) assert.ok(!text.includes(word), `${path} contains ${word}`)
  }
})

test('there are no source maps, and no file references one', () => {
  for (const [path, text] of shipped) {
    assert.doesNotMatch(path, /\.map$/)
    // A library that writes source maps by script contains the name alone, without a reference.
    assert.doesNotMatch(text, /sourceMappingURL=[^"'`]/, path)
  }
})

test('the build’s files exist in compressed form, and a first visit of the Studio is small', async () => {
  let plain = 0
  let transferredBytes = 0
  for (const folder of ['dist/studio/assets', 'dist/embed/assets', 'dist/embed/loader'])
    for (const name of readdirSync(join(ROOT, folder))) {
      if (!COMPRESSIBLE.test(name)) continue
      const content = readFileSync(join(ROOT, folder, name))
      if (content.length < MIN_COMPRESSIBLE_BYTES) continue
      assert.deepEqual(brotliDecompressSync(readFileSync(join(ROOT, folder, `${name}.br`))), content, name)
      assert.deepEqual(gunzipSync(readFileSync(join(ROOT, folder, `${name}.gz`))), content, name)
    }
  const page = shipped.get('/')!
  const first = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path!)
  assert.ok(first.length >= 2, page)
  for (const path of first) {
    const headers = { 'accept-encoding': 'br' }
    const response = await app.request(new URL(path, config.publicUrl), { headers })
    const { length } = readFileSync(join(ROOT, 'dist/studio', path))
    assert.equal(
      response.headers.get('content-encoding'),
      length < MIN_COMPRESSIBLE_BYTES ? null : 'br',
      path,
    )
    transferredBytes += (await response.arrayBuffer()).byteLength
    plain += length
  }
  assert.ok(transferredBytes < plain / 2.5, `${transferredBytes} of ${plain} bytes`)
})
