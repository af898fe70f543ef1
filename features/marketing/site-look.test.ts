import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { createAdaptorServer } from '@hono/node-server'
import sharp from 'sharp'
import { functionCall } from '#testing/function-call.ts'
import { testApp } from '#testing/test-app.ts'
import { SITE_PICTURE } from './page-heads.ts'
import type { SiteLookResponse } from './endpoints.ts'

// Matches production: the HTTP server replaces the platform's Response with its own.
createAdaptorServer({ fetch: () => new Response() })

let respond: RequestListener = (_, response) => response.end()
const hits: string[] = []
const server = createServer((request, response) => {
  hits.push(request.url ?? '')
  respond(request, response)
})
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
after(() => {
  server.closeAllConnections()
  server.close()
})
const { port } = server.address() as AddressInfo
const site = `http://127.0.0.1:${port}`
const send = (files: Record<string, string>): RequestListener => {
  return ({ url = '' }, response) => {
    const type = url.endsWith('.css') ? 'text/css' : 'text/html'
    response.writeHead(files[url] === undefined ? 404 : 200, { 'content-type': type }).end(files[url] ?? '')
  }
}
const BAKERY = {
  '/': '<title>Hearth &amp; Rye</title><link rel=stylesheet href=/site.css><link rel=stylesheet href=//10.0.0.1/x.css>',
  '/site.css': 'body{background:#fffaf2;color:#2c1833}.button{background:#b84412;border-radius:6px}',
}

const env = { OUTBOUND_ALLOW: site, PUBLIC_URL: 'https://blocks.example' }
const app = await testApp({ env: { ...env, AUTH_LIMIT_FACTOR: '1000' } })
const visitor = functionCall(app, app.anonKey)
const read = (address: string) =>
  visitor('GET', `/site-look?${new URLSearchParams({ site: address })}`, undefined)
/** A new address of the same page, which is not cached. */
let count = 0
const fresh = () => `${site}/?${++count}`
const anyPath = (files: Record<string, string>): RequestListener => {
  const known = send(files)
  return (request, response) => {
    request.url = request.url?.replace(/\?.*/, '')
    known(request, response)
  }
}

test('the look comes from the page and its style sheets, and is read once for all visitors', async () => {
  respond = send(BAKERY)
  hits.length = 0
  const [one, two] = await Promise.all([read(site), read(`${site}/`)])
  assert.equal(one.status, 200, JSON.stringify(one.body))
  assert.deepEqual((one.body as SiteLookResponse).look, {
    name: 'Hearth & Rye',
    mode: 'light',
    background: '#fffaf2',
    text: '#2c1833',
    accent: '#b84412',
    font: null,
    radius: 6,
  })
  assert.deepEqual(two.body, one.body)
  await read(site)
  assert.deepEqual(hits, ['/', '/site.css'])
})

test('[F02] [J01] [J02] [J09] private, own and invalid addresses are refused with the messages of the trust check', async () => {
  const before = hits.length
  for (const address of [
    'http://10.0.0.1/',
    'http://169.254.169.254/',
    'https://blocks.example/',
    'http://localhost:1/',
  ]) {
    const { status, body } = await read(address)
    assert.deepEqual([status, body.code], [422, 'site_not_read'], address)
  }
  for (const address of ['', 'file:///etc/passwd', 'javascript:alert(1)', 'a b']) {
    const { status, body } = await read(address)
    assert.deepEqual([status, body.code], [400, 'url_refused'], address)
  }
  assert.equal(hits.length, before)
  respond = anyPath({})
  assert.equal((await read(fresh())).status, 422, 'an error page has no look')
  respond = (_, response) => void response.writeHead(302, { location: 'http://10.0.0.1/' }).end()
  assert.equal((await read(fresh())).status, 422)
})

test('a page may make us read four style sheets, without redirects, and only style sheets', async () => {
  const links = Array.from({ length: 30 }, (_, at) => `<link rel=stylesheet href=/${at}.css>`).join('')
  respond = anyPath({ '/': links })
  hits.length = 0
  await read(fresh())
  assert.equal(hits.length, 5)
  respond = (request, response) => {
    if (request.url?.endsWith('.css')) response.writeHead(302, { location: '/inside.css' }).end()
    else response.writeHead(200, { 'content-type': 'text/html' }).end('<link rel=stylesheet href=/a.css>')
  }
  hits.length = 0
  assert.equal((await read(fresh())).status, 200)
  assert.equal(hits.length, 2)
  respond = (_, response) =>
    void response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<link rel=stylesheet href=/x>a{color:red}')
  assert.equal(((await read(fresh())).body as SiteLookResponse).look.accent, null, 'HTML is no style sheet')
})

test('a visitor who reads too often is refused, also from the cache', async () => {
  const strict = await testApp({ env })
  const call = functionCall(strict, strict.anonKey)
  respond = send(BAKERY)
  const statuses: number[] = []
  for (let at = 0; at < 25; at++)
    statuses.push((await call('GET', `/site-look?${new URLSearchParams({ site })}`, undefined)).status)
  assert.deepEqual([statuses[19], statuses[20]], [200, 429])
})

test('[J20] a site gets at most thirty requests a minute from previews, its own style sheets included', async () => {
  const strict = await testApp({ env })
  const call = functionCall(strict, strict.anonKey)
  const links = [1, 2, 3, 4].map((n) => `<link rel=stylesheet href=/${n}.css>`).join('')
  respond = anyPath({ '/': links, '/1.css': '', '/2.css': '', '/3.css': '', '/4.css': '' })
  hits.length = 0
  for (let at = 0; at < 10; at++)
    await call('GET', `/site-look?${new URLSearchParams({ site: fresh() })}`, undefined)
  assert.equal(hits.length, 30)
})

test('[J20] previews that take long, from many addresses, leave the checks of creators free', async () => {
  const proxied = await testApp({ env: { ...env, TRUSTED_PROXIES: '1', AUTH_LIMIT_FACTOR: '1000' } })
  const call = functionCall(proxied, proxied.anonKey)
  const held: (() => void)[] = []
  respond = (request, response) => {
    const end = () => void response.writeHead(200, { 'content-type': 'text/html' }).end('x')
    if (request.url?.startsWith('/slow')) held.push(end)
    else end()
  }
  const look = (visitor: number, path: string) =>
    call('GET', `/site-look?${new URLSearchParams({ site: `${site}${path}` })}`, undefined, {
      'x-forwarded-for': `203.0.113.${visitor}`,
    })
  const slow = Array.from({ length: 8 }, (_, n) => look(1 + Math.floor(n / 3), `/slow?${n}`))
  while (held.length < 8) await new Promise((done) => setTimeout(done, 5))
  assert.equal((await look(4, '/?busy')).body.code, 'busy')
  assert.equal((await call('POST', '/fetch-headers', { url: site })).status, 200)
  for (const end of held) end()
  for (const { status } of await Promise.all(slow)) assert.equal(status, 200)
})

test('a shared address names the site in its head and has its own picture', async () => {
  respond = send(BAKERY)
  const picture = await app.app.request(`${env.PUBLIC_URL}${SITE_PICTURE}?${new URLSearchParams({ site })}`)
  assert.equal(picture.status, 200)
  assert.equal(picture.headers.get('content-type'), 'image/png')
  const image = sharp(Buffer.from(await picture.arrayBuffer()))
  const { width, height } = await image.metadata()
  assert.deepEqual([width, height], [1200, 630])
  const pixels = await image.removeAlpha().raw().toBuffer()
  const colorAt = (x: number, y: number) => [...pixels.subarray(3 * (y * 1200 + x), 3 * (y * 1200 + x) + 3)]
  const isNear = (color: number[], wanted: number[]) =>
    color.every((value, at) => Math.abs(value - wanted[at]!) < 8)
  assert.ok(isNear(colorAt(670, 260), [0xb8, 0x44, 0x12]), `the button: ${colorAt(670, 260).join()}`)
})

test('without a readable site, the picture is the product’s own', async () => {
  for (const address of ['', 'http://10.0.0.1/', 'nonsense address']) {
    const picture = await app.app.request(
      `${env.PUBLIC_URL}${SITE_PICTURE}?${new URLSearchParams({ site: address })}`,
    )
    assert.deepEqual([picture.status, picture.headers.get('location')], [302, '/og.png'], address)
    assert.equal(picture.headers.get('cache-control'), 'no-store')
  }
})
