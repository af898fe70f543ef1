import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { createAdaptorServer } from '@hono/node-server'
import { makeTenant } from '#testing/factories.ts'
import { functionCall } from '#testing/function-call.ts'
import { signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'
import type { CheckAnswer } from './endpoints.ts'

// Matches production: the HTTP server replaces the platform's Response with its own.
createAdaptorServer({ fetch: () => new Response() })

let answer: RequestListener = (_, response) => response.end()
const hits: string[] = []
const server = createServer((request, response) => {
  hits.push(request.url ?? '')
  answer(request, response)
})
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
after(() => {
  server.closeAllConnections()
  server.close()
})
const { port } = server.address() as AddressInfo
const site = `http://127.0.0.1:${port}`
const page = (html: string, headers: Record<string, string | string[]> = {}): RequestListener => {
  return (_, response) => void response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(html)
}

const env = { OUTBOUND_ALLOW: site, PUBLIC_URL: 'https://blocks.example' }
const app = await testApp({ env: { ...env, AUTH_LIMIT_FACTOR: '1000' } })
const visitor = functionCall(app, app.anonKey)
const check = async (url: unknown) => visitor('POST', '/fetch-headers', { url })
const read = async (url: string = site) => (await check(url)).body as CheckAnswer

test('[S7-064] [S1-025] a check returns the page’s headers as a map, its HTML and the findings', async () => {
  answer = page('<p>Hi</p>', { 'x-frame-options': 'DENY', 'set-cookie': ['sid=secret; Secure', 'b=2'] })
  const { status, body } = await check(site)
  assert.equal(status, 200)
  assert.equal(body.html, '<p>Hi</p>')
  assert.equal(body.truncated, false)
  assert.equal(body.headers['x-frame-options'], 'DENY')
  assert.equal(body.headers['set-cookie'], 'sid=…; Secure\nb=…')
  assert.deepEqual([body.url, body.status, body.hops, body.id], [`${site}/`, 200, [], null])
  assert.deepEqual(
    body.site.map(({ title, verdict }: { title: string; verdict: string }) => `${title}: ${verdict}`),
    [
      'HTTPS: Use HTTPS',
      'HSTS header: Add HSTS',
      'CSP present: No CSP',
      'CSP allows the card provider: Pass',
      'Hosted-checkout signals in the HTML: None found',
    ],
  )
})

test('[S7-065] only public addresses are read, and all failures return the same error', async () => {
  const before = hits.length
  const texts = new Set<string>()
  const ask = async (url: string) => {
    const refused = await check(url)
    assert.equal(refused.status, 422, url)
    texts.add(JSON.stringify(refused.body))
  }
  for (const url of [
    `http://localhost:${port}/`,
    `http://[::1]:${port}/`,
    'http://127.1/',
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[fd00:ec2::254]/',
    'https://blocks.example/',
    'http://192.168.0.1:22/',
    `http://unknown.invalid/`,
  ])
    await ask(url)
  assert.equal(hits.length, before)
  answer = (_, response) => void response.writeHead(302, { location: 'http://10.0.0.1/' }).end()
  await ask(site)
  answer = (_, response) => void response.destroy()
  await ask(site)
  assert.equal(texts.size, 1)
  assert.match([...texts][0]!, /could not be read/)
})

test('[S7-065] in production a check cannot reach the sign-in hosts that the operator configured', async () => {
  answer = page('inside')
  const secrets = {
    JWT_SECRET: randomBytes(32).toString('hex'),
    SECRET_KEYS: `a:${randomBytes(32).toString('base64')}`,
  }
  const production = await testApp({
    env: {
      ...env,
      ...secrets,
      NODE_ENV: 'production',
      DATABASE_URL: 'postgres://x@127.0.0.1/x',
      SMTP_URL: 'smtp://127.0.0.1:1',
    },
  })
  const before = hits.length
  const ask = functionCall(production, production.anonKey)
  assert.equal((await ask('POST', '/fetch-headers', { url: site })).status, 422)
  assert.equal(hits.length, before)
})

test('[J01] [J02] [J09] an invalid page address is refused without sending a request', async () => {
  const before = hits.length
  for (const url of [
    '',
    '  ',
    'file:///etc/passwd',
    'javascript:alert(1)',
    `${site} `.repeat(2),
    'ws://a.example',
  ])
    assert.deepEqual(
      [(await check(url)).status, (await check(url)).body.code],
      [400, 'url_refused'],
      JSON.stringify(url),
    )
  for (const url of [
    null,
    1,
    {},
    ['https://a.example'],
    undefined,
    `https://a.example/${'x'.repeat(100_000)}`,
  ])
    assert.equal((await check(url)).status, 400)
  assert.equal(hits.length, before)
})

test('a status code that HTTP does not define is a finding, not a server error', async () => {
  for (const status of [600, 700, 999]) {
    answer = (request) => request.socket.end(`HTTP/1.1 ${status} X\r\nx-frame-options: DENY\r\n\r\nhi`)
    const { status: answered, body } = await check(site)
    assert.equal(answered, 200, JSON.stringify(body))
    assert.deepEqual([body.status, body.headers['x-frame-options'], body.html], [status, 'DENY', ''])
  }
  answer = (request) => request.socket.end('HTTP/1.1 150 X\r\n\r\nhi')
  const unfinished = await check(site)
  assert.deepEqual([unfinished.status, unfinished.body.code], [422, 'site_not_read'])
})

test('[J14] headers named like object properties are ordinary headers, and HTML is only text', async () => {
  const hostile =
    '<script>alert(1)</script><meta http-equiv=refresh content="0;url=//evil.example"><iframe srcdoc="x">'
  answer = (request) => {
    // Node's own server withholds some of these.
    request.socket.end(
      [
        'HTTP/1.1 200 OK',
        'content-type: text/html',
        '__proto__: polluted',
        'constructor: polluted',
        'toString: polluted',
        `content-length: ${hostile.length}`,
        '',
        hostile,
      ].join('\r\n'),
    )
  }
  const { body } = await check(site)
  assert.equal(body.html, hostile)
  const own = (name: string) => Object.getOwnPropertyDescriptor(body.headers, name)?.value
  assert.deepEqual(['__proto__', 'constructor', 'tostring'].map(own), ['polluted', 'polluted', 'polluted'])
  assert.equal(({} as { polluted?: string }).polluted, undefined)
})

test('[J20] visitors get twenty checks a minute, then 429 with Retry-After', async () => {
  answer = page('x')
  const strict = await testApp({ env })
  const ask = functionCall(strict, strict.anonKey)
  const statuses = []
  for (let n = 0; n < 22; n++) statuses.push(await ask('POST', '/fetch-headers', { url: `${site}/?${n}` }))
  assert.deepEqual(
    statuses.map(({ status }) => status),
    [...Array<number>(20).fill(200), 429, 429],
  )
  assert.ok(Number(statuses.at(-1)!.headers.get('retry-after')) > 0)
})

test('[J11] slow sites of one caller do not block other callers: three at a time each', async () => {
  const strict = await testApp({ env: { ...env, TRUSTED_PROXIES: '1' } })
  const ask = functionCall(strict, strict.anonKey)
  const from = (last: number, path = '') =>
    ask('POST', '/fetch-headers', { url: `${site}/${path}` }, { 'x-forwarded-for': `203.0.113.${last}` })
  const [held, allThere] = [[] as (() => void)[], Promise.withResolvers<void>()]
  answer = (request, response) => {
    if (request.url === '/slow') held.push(() => response.end('late'))
    else response.end('x')
    if (held.length === 3) allThere.resolve()
  }
  const slow = [from(1, 'slow'), from(1, 'slow'), from(1, 'slow')]
  await allThere.promise
  const fourth = await from(1)
  assert.deepEqual([fourth.status, fourth.body.code], [429, 'busy'])
  assert.ok(Number(fourth.headers.get('retry-after')) > 0)
  assert.equal((await from(2)).status, 200)
  for (const end of held) end()
  for (const { status } of await Promise.all(slow)) assert.equal(status, 200)
  assert.equal((await from(1)).status, 200, 'they are over')
})

test('[J11] visitors’ checks of slow sites, from many addresses, leave those of creators free', async () => {
  const strict = await testApp({ env: { ...env, TRUSTED_PROXIES: '1' } })
  const ask = functionCall(strict, strict.anonKey)
  const from = (last: number, path: string) =>
    ask('POST', '/fetch-headers', { url: `${site}/${path}` }, { 'x-forwarded-for': `203.0.113.${last}` })
  const [held, allThere] = [[] as (() => void)[], Promise.withResolvers<void>()]
  answer = (request, response) => {
    if (request.url?.startsWith('/slow')) held.push(() => response.end('late'))
    else response.end('x')
    if (held.length === 8) allThere.resolve()
  }
  const slow = Array.from({ length: 8 }, (_, n) => from(1 + Math.floor(n / 3), `slow?${n}`))
  await allThere.promise
  assert.equal((await from(9, '')).body.code, 'busy')
  const { access_token } = await signUp(strict, strict.anonKey)
  const creator = functionCall(strict, strict.anonKey, access_token)
  assert.equal((await creator('POST', '/fetch-headers', { url: site })).status, 200)
  for (const end of held) end()
  for (const { status } of await Promise.all(slow)) assert.equal(status, 200)
})

test('one site gets at most thirty checks a minute from all callers together', async () => {
  answer = page('x')
  const strict = await testApp({ env: { ...env, TRUSTED_PROXIES: '1' } })
  const ask = functionCall(strict, strict.anonKey)
  const statuses = []
  for (let n = 0; n < 31; n++)
    statuses.push(
      (await ask('POST', '/fetch-headers', { url: site }, { 'x-forwarded-for': `203.0.113.${n}` })).status,
    )
  assert.deepEqual(statuses, [...Array<number>(30).fill(200), 429])
})

test('the key on the page is looked up: unknown, other mode, unlisted site, or valid', async () => {
  const { id, public_key } = await makeTenant(app.database)
  const tag = (key: string, env_: string) =>
    `<script async src="https://blocks.example/v1/bb.js" data-tenant="${key}" data-block="pay" data-env="${env_}"></script>`
  const verdict = async (html: string) => {
    answer = page(html)
    return (await read()).blocks.find(({ id: one }) => one === 'key')?.verdict
  }
  assert.equal(await verdict(tag(`pk_${'x'.repeat(24)}`, 'test')), 'Unknown key')
  assert.equal(await verdict(tag("' or 1=1 --", 'test')), 'Unknown key')
  assert.equal(await verdict(tag('', 'test')), 'No key')
  assert.equal(await verdict(tag(public_key, 'live')), 'Other mode')
  assert.equal(await verdict(tag(public_key, 'test')), 'Pass')
  await app.owner.query("update public.tenants set stripe_mode = 'live' where id = $1", [id])
  await app.kernel.database.asService('test: let the card be forgotten', (db) =>
    db.updateTable('tenants').set({ name: 'Other' }).where('id', '=', id).execute(),
  )
  for (let tries = 0; tries < 50 && (await verdict(tag(public_key, 'live'))) !== 'Site not listed'; tries++)
    await new Promise((resolve) => setTimeout(resolve, 50))
  assert.equal(await verdict(tag(public_key, 'live')), 'Site not listed')
  assert.equal(await verdict('<p>nothing</p>'), undefined)
})

test('a creator’s checks are private, limited to fifty, and deletable', async () => {
  const [ann, bob] = [await signUp(app, app.anonKey), await signUp(app, app.anonKey)]
  const asAnn = functionCall(app, app.anonKey, ann.access_token)
  const asBob = functionCall(app, app.anonKey, bob.access_token)
  answer = page('x')
  const made = (await asAnn('POST', '/fetch-headers', { url: `${site}/shop` })).body as CheckAnswer
  const list = async (by: typeof asAnn) => (await by('GET', '/trust-checks')).body.checks
  assert.deepEqual(await list(asAnn), [
    { id: made.id, url: `${site}/shop`, checked_at: made.checked_at, passed: 3, total: 6 },
  ])
  assert.deepEqual(await list(asBob), [])
  const kept = (await asAnn('GET', `/trust-check?id=${made.id}`)).body
  const { html: _, truncated: __, checked_at: ___, id: ____, ...report } = made
  assert.deepEqual(kept.report, report)
  assert.equal((await asBob('GET', `/trust-check?id=${made.id}`)).status, 404)
  assert.deepEqual((await asBob('DELETE', `/trust-checks?id=${made.id}`)).body, { removed: true })
  assert.equal((await list(asAnn)).length, 1)
  await app.owner.query(
    `insert into app.trust_checks (user_id, url, passed, total, report)
     select $1, 'https://a.example/', 1, 1, '{}' from generate_series(1, 60)`,
    [ann.user.id],
  )
  await asAnn('POST', '/fetch-headers', { url: site })
  const { rows } = await app.owner.query(
    'select count(*)::int as n from app.trust_checks where user_id = $1',
    [ann.user.id],
  )
  assert.equal(rows[0].n, 50)
  assert.equal((await list(asAnn))[0].url, `${site}/`)
  assert.deepEqual((await asAnn('DELETE', '/trust-checks')).body, { removed: true })
  assert.deepEqual(await list(asAnn), [])
  const anonymous = await visitor('GET', '/trust-checks')
  assert.equal(anonymous.status, 401)
})

test('the report about a page made to produce a huge report stays within its limits', async () => {
  const session = await signUp(app, app.anonKey)
  const ask = functionCall(app, app.anonKey, session.access_token)
  const long = 'x'.repeat(300_000)
  const tag = (block: string) =>
    `<script src="https://blocks.example/v1/bb.js" data-tenant="k" data-block="${block}"></script>`
  for (const html of [
    tag(long),
    tag('&#xD800;\u0000'),
    `${tag('pay')}<bb-block block="b${'"></bb-block><bb-block block="b'.repeat(8000)}">`,
    `<meta http-equiv="content-security-policy" content="script-src ${'https://a.example '.repeat(20_000)}">`,
    `<meta http-equiv="content-security-policy" content="${"frame-src 'none', ".repeat(20_000)}">`,
    '<a>'.repeat(340_000),
    `<a ${'b '.repeat(500_000)}>`,
  ]) {
    answer = page(html)
    const { status, body } = await ask('POST', '/fetch-headers', { url: site })
    assert.equal(status, 200, html.slice(0, 80))
    assert.ok(JSON.stringify({ ...body, html: '' }).length < 100_000, html.slice(0, 80))
    assert.equal((await ask('GET', `/trust-check?id=${body.id}`)).status, 200)
  }
  const encoded = await ask('POST', '/fetch-headers', { url: `${site}/${'é'.repeat(2000)}` })
  assert.equal(encoded.status, 200)
})
