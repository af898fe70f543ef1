import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { blocks } from '#blocks/registry.ts'
import { routePatterns } from '#testing/route-table.ts'
import { freePorts } from '#testing/test-instance.ts'
import { testApp } from '#testing/test-app.ts'
import { createApp } from './app.ts'
import { listen } from './start/listen.ts'

const { kernel } = await testApp()
const root = mkdtempSync(join(tmpdir(), 'bb-dist-'))
after(() => rmSync(root, { recursive: true }))
const PAGE =
  '<!doctype html><title>Bolt Blocks</title><meta name="description" content="x" /><script type="application/json" id="bb-config">{}</script><div id="root"></div>'
const files: Record<string, string> = {
  'secret.txt': 'canary',
  'dist/secret.txt': 'canary',
  'dist/embed-server/render.js': 'canary',
  'dist/studio/index.html': PAGE,
  'dist/studio/mark.svg': '<svg/>',
  'dist/studio/og.png': 'picture',
  'dist/studio/assets/main-1.js': 'studio()',
  'dist/embed/.vite/manifest.json': 'canary',
  'dist/embed/assets/pay-1.js': 'pay()',
  'dist/embed/loader/bb.js': 'bb()',
  'dist/embed/loader/bb-more.js': 'more()',
}
for (const [path, text] of Object.entries(files)) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
const app = createApp(kernel, {
  folder: join(root, 'dist'),
  studioPage: PAGE,
  document: () => ({ html: 'block', scripts: [], styles: [] }),
})
const [port] = await freePorts(1)
const listening = await listen(app, '127.0.0.1', port!)
after(() => listening.stop())

/** Sends the path unchanged; fetch would normalize it. */
async function ask(path: string, method = 'GET', headers: Record<string, string> = {}) {
  const asked = request({ host: '127.0.0.1', port, path, method, headers }).end()
  const [answer] = await once(asked, 'response')
  let body = ''
  for await (const part of answer) body += part
  return { status: answer.statusCode as number, headers: answer.headers as Record<string, string>, body }
}

const NOWHERE = ['/any/other/path', '/v', '/embedded', '/healthy', '/bolt/blocks/1/2']

test('[S2-039] [K01] every screen is the Studio’s page, which cannot be framed', async () => {
  for (const path of [
    '/',
    '/home',
    '/auth',
    '/auth/confirm',
    '/studio',
    '/bolt/dashboard?tab=1',
    ...NOWHERE,
    ...routePatterns().map((pattern) => pattern.replaceAll(/:\w+/g, 'x')),
  ]) {
    const { status, headers, body } = await ask(path)
    assert.equal(status, NOWHERE.includes(path) ? 404 : 200, path)
    assert.match(body, /^<!doctype html>/)
    assert.equal(headers['x-frame-options'], 'DENY')
    assert.match(headers['content-security-policy']!, /(^|; )frame-ancestors 'none'($|;)/)
    assert.equal(headers['cache-control'], 'no-cache')
  }
})

test('the page contains its server’s settings, and no value can end the script element', async () => {
  const { body } = await ask('/')
  const config = JSON.parse(/id="bb-config">(.*?)<\/script>/.exec(body)![1]!)
  assert.equal(config.url, kernel.config.publicUrl)
  assert.equal(await kernel.tokens.verifyApiKey(config.anonKey), 'anon')
  assert.deepEqual(config.blocks, Object.keys(blocks))
  assert.equal(config.fileBytes, kernel.config.storage.fileBytes)
  assert.deepEqual(Object.keys(config).toSorted(), [
    'anonKey',
    'blocks',
    'contact',
    'embedOrigin',
    'fileBytes',
    'mode',
    'sandbox',
    'url',
  ])
})

test('[K02] no script of the page may be inline or evaluated', async () => {
  const policy = (await ask('/')).headers['content-security-policy']!
  const sources = Object.fromEntries(policy.split('; ').map((part) => [part.split(' ')[0], part]))
  assert.equal(sources['script-src'], "script-src 'self'")
  assert.equal(sources['default-src'], "default-src 'none'")
  assert.equal(sources['object-src'], "object-src 'none'")
  assert.equal(sources['base-uri'], "base-uri 'none'")
  assert.equal(sources['form-action'], "form-action 'self'")
})

test('[P08] unknown API paths and missing files do not return the Studio’s page', async () => {
  for (const path of [
    '/rest/v2/tenants',
    '/auth/v1',
    '/auth/v1/nothing',
    '/rest/v1/',
    '/storage/v1/object/a',
    '/realtime/v1/websocket',
    '/graphql/v1',
    '/functions/v1',
    '/v1/nothing.js',
    '/v1',
    '/v1.0.0/nothing.js',
    '/v9.9.9/bb.js',
    '/embed',
    '/embed/nothing',
    '/embed-assets/nothing.js',
    '/assets/nothing.js',
    '/assets/',
    '/webhooks/stripe/test/nothing',
    '/health',
    '/metrics/x',
    '/favicon.ico',
    '/robots.txt',
    '/index.php',
    '/studio/main.js.map',
    '/.env',
    '/.git/config',
    '/.well-known/nothing',
  ]) {
    const { status, headers, body } = await ask(path)
    assert.ok(status === 404 || status === 401, `${path}: ${status}`)
    assert.match(headers['content-type']!, /^application\/json/, path)
    assert.doesNotMatch(body, /<|node_modules|at .*\.ts/, path)
  }
})

test('[P08] another method on a screen is refused in JSON', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
    const { status, body } = await ask('/studio', method)
    assert.deepEqual([status, JSON.parse(body).code], [405, 'method_not_allowed'], method)
  }
})

test('[S7-084] every site may load built files, cached forever by their hashed names, and the script tag, cached briefly', async () => {
  const expected: [path: string, body: string, cache: RegExp, everywhere: boolean][] = [
    ['/assets/main-1.js', 'studio()', /immutable/, false],
    ['/embed-assets/pay-1.js', 'pay()', /immutable/, true],
    ['/v1/bb.js', 'bb()', /^public, max-age=300,/, true],
    ['/v1/bb-more.js', 'more()', /^public, max-age=300,/, true],
  ]
  for (const [path, body, cache, everywhere] of expected) {
    const got = await ask(path)
    assert.deepEqual([got.status, got.body], [200, body], path)
    assert.match(got.headers['cache-control']!, cache)
    assert.match(got.headers['content-type']!, /^text\/javascript/)
    assert.equal(got.headers['access-control-allow-origin'], everywhere ? '*' : undefined)
  }
  assert.equal((await ask('/mark.svg')).headers['content-type'], 'image/svg+xml; charset=utf-8')
})

test('the preview image may be shown on other sites', async () => {
  const picture = await ask('/og.png')
  assert.deepEqual([picture.status, picture.body], [200, 'picture'])
  assert.equal(picture.headers['content-type'], 'image/png')
  assert.equal(picture.headers['cross-origin-resource-policy'], 'cross-origin')
})

test('HEAD returns the headers of GET without a body', async () => {
  for (const path of ['/', '/studio', '/assets/main-1.js', '/v1/bb.js', '/health/live', '/nothing.js']) {
    const [head, get] = [await ask(path, 'HEAD'), await ask(path)]
    assert.equal(head.body, '', path)
    assert.equal(head.status, get.status, path)
    for (const name of ['content-type', 'cache-control', 'content-security-policy'])
      assert.equal(head.headers[name], get.headers[name], `${name} of ${path}`)
  }
})

test('[L02] no path spelling serves files outside the folders of built files', async () => {
  const ways = [
    '..',
    '%2e%2e',
    '.%2e',
    '%252e%252e',
    '..%2f',
    '..%5c',
    '..\\',
    '%c0%ae%c0%ae',
    '....',
    '..%00',
    '.',
  ]
  for (const mount of ['/assets', '/embed-assets', '/v1', '/v1.0.0', ''])
    for (const way of ways)
      for (const target of [
        'secret.txt',
        'embed-server/render.js',
        '.vite/manifest.json',
        'dist/secret.txt',
        'etc/passwd',
      ])
        for (const path of [
          `${mount}/${way}/${target}`,
          `${mount}/${way}/${way}/${target}`,
          `${mount}/x/${way}/${way}/${target}`,
        ]) {
          const { status, body } = await ask(path)
          assert.ok(status < 500, `${path}: ${status}`)
          assert.doesNotMatch(body, /canary|root:/, path)
        }
})

test('[P02] oversized headers and paths are refused', async () => {
  const large = await ask('/', 'GET', { 'x-large': 'x'.repeat(64_000) })
  assert.equal(large.status, 431)
  assert.equal((await ask(`/${'x'.repeat(64_000)}`)).status, 431)
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`x-${i}`, 'x']))
  assert.equal((await ask('/health/live', 'GET', many)).status, 431)
  assert.equal((await ask('/health/live')).status, 200)
})
