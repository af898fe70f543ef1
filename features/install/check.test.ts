import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { createAdaptorServer } from '@hono/node-server'
import { makeTenant } from '#testing/factories.ts'
import { functionCall } from '#testing/function-call.ts'
import { signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'
import type { InstallReport } from './endpoints.ts'

// Matches production: the HTTP server replaces the platform's Response with its own.
createAdaptorServer({ fetch: () => new Response() })

let html = ''
const hits: (string | undefined)[] = []
let answer: RequestListener = (_, response) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end(html)
const server = createServer((request, response) => {
  hits.push(request.url)
  answer(request, response)
})
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
after(() => {
  server.closeAllConnections()
  server.close()
})
const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const HOST = 'https://blocks.example'
const app = await testApp({ env: { OUTBOUND_ALLOW: site, PUBLIC_URL: HOST } })
const [ann, bob] = [await signUp(app, app.anonKey), await signUp(app, app.anonKey)]
const bakery = await makeTenant(app.database, { owner: ann.user.id })
const mill = await makeTenant(app.database, { owner: ann.user.id })
const theirs = await makeTenant(app.database, { owner: bob.user.id })
const asAnn = functionCall(app, app.anonKey, ann.access_token)

const tag = (key: string, block = 'pay') =>
  `<script async src="${HOST}/v1/bb.js" data-tenant="${key}" data-block="${block}"></script>`
const check = (url = site, tenant_id = bakery.id) => asAnn('POST', '/check-installation', { tenant_id, url })
async function verdicts(page: string): Promise<Record<string, string>> {
  html = page
  const { status, body } = await check()
  assert.equal(status, 200, JSON.stringify(body))
  return Object.fromEntries((body as InstallReport).findings.map(({ id, verdict }) => [id, verdict]))
}

test('the check reads a page and judges its tag for the requested tenant', async () => {
  const found = await verdicts(`<meta name="generator" content="WordPress 6.8">${tag(bakery.public_key)}`)
  assert.deepEqual([found.page, found.tag, found['key-0'], found.blocks], ['Pass', 'Pass', 'Pass', 'Pass'])
  assert.equal(found.site, 'Preview', 'the own machine, in test mode')
  assert.equal(found.plan, 'Test mode', 'Free sells in test mode only')
  const { body } = await check()
  assert.deepEqual([body.asked, body.url, body.builder.name], [`${site}/`, `${site}/`, 'WordPress'])
})

test('the database decides whose key it is: the caller’s, another creator’s, or a deleted tenant’s', async () => {
  assert.equal((await verdicts(tag(mill.public_key)))['key-0'], 'Other tenant')
  assert.equal((await verdicts(tag(theirs.public_key)))['key-0'], "Someone else's")
  const deleted = await makeTenant(app.database, { owner: ann.user.id })
  await app.owner.query('delete from public.tenants where id = $1', [deleted.id])
  assert.equal((await verdicts(tag(deleted.public_key)))['key-0'], 'Unknown key')
})

test('the id of one’s own block is known, another creator’s is not', async () => {
  const blockOf = async (user: string) =>
    (
      await app.owner.query("insert into public.bolt_blocks (user_id, title) values ($1, 'x') returning id", [
        user,
      ])
    ).rows[0].id as string
  const mine = tag(bakery.public_key, 'my-block').replace(
    'data-block',
    `data-id="${await blockOf(ann.user.id)}" data-block`,
  )
  assert.equal((await verdicts(mine)).blocks, 'Pass')
  const other = tag(bakery.public_key, 'my-block').replace(
    'data-block',
    `data-id="${await blockOf(bob.user.id)}" data-block`,
  )
  assert.equal((await verdicts(other)).blocks, 'Unknown block')
})

test('forms and lists are those that a visitor of the tenant gets', async () => {
  const post = async (path: string, body: object) => (await asAnn('POST', path, body)).body
  const table = await post(`/data-tables/${bakery.id}/tables`, {
    title: 'Notes',
    fields: [{ title: 'Words', kind: 'text' }],
  })
  const form = await post(`/data-forms/${bakery.id}/forms`, { table_id: table.id, is_open: false })
  const list = await post(`/data-views/${bakery.id}/views`, { table_id: table.id })
  const named = (block: string, attribute: string, id: string, key = bakery.public_key) =>
    tag(key, block).replace('data-block', `data-${attribute}="${id}" data-block`)
  assert.equal((await verdicts(named('list', 'view', list.id))).blocks, 'Pass')
  assert.equal((await verdicts(named('form', 'form', form.id))).blocks, 'Form closed')
  assert.equal((await verdicts(named('form', 'form', list.id))).blocks, 'Unknown form')
  const { status } = await asAnn('DELETE', `/data-tables/${bakery.id}/tables/${table.id}`)
  assert.equal(status, 200)
  assert.equal((await verdicts(named('list', 'view', list.id))).blocks, 'Unknown list')
})

test('[C06] only the owner can run a check; another creator’s tenant responses like a missing one', async () => {
  const before = hits.length
  const foreign = await check(site, theirs.id)
  assert.deepEqual([foreign.status, foreign.body.code], [404, 'tenant_not_found'])
  const anonymous = await functionCall(app, app.anonKey)('POST', '/check-installation', {
    tenant_id: bakery.id,
    url: site,
  })
  assert.equal(anonymous.status, 401)
  assert.equal(hits.length, before, 'the site got no request')
})

test('[J06] private and malformed addresses are refused with the same errors as in the trust check', async () => {
  const before = hits.length
  for (const url of ['http://10.0.0.1/', 'http://169.254.169.254/', 'http://[::1]/'])
    assert.deepEqual([(await check(url)).status, (await check(url)).body.code], [422, 'site_not_read'], url)
  for (const url of ['', 'file:///etc/passwd', 'javascript:alert(1)'])
    assert.equal((await check(url)).body.code, 'url_refused', url)
  assert.equal(hits.length, before)
})

test('a status code that HTTP does not define is a finding, not a server error', async () => {
  const usual = answer
  for (const status of [600, 700, 999]) {
    answer = (request) => request.socket.end(`HTTP/1.1 ${status} X\r\ncontent-type: text/html\r\n\r\nhi`)
    const { status: answered, body } = await check()
    assert.equal(answered, 200, JSON.stringify(body))
    const page = (body as InstallReport).findings.find(({ id }) => id === 'page')
    assert.equal(page?.verdict, `Returns ${status}`)
  }
  answer = usual
})

test('[J14] hostile page content is treated as text, bounded, and cannot break the response', async () => {
  for (const page of [
    tag(`"><img src=x onerror=alert(1)>`),
    `<script src="${HOST}/v1/bb.js" data-tenant="__proto__" data-block="__proto__"></script>`,
    `<script src="${HOST}/v1/bb.js" data-tenant="${'x'.repeat(100_000)}" data-id="${'y'.repeat(100_000)}"></script>`,
    Array.from({ length: 3000 }, (_, n) => tag(`pk_${n}`, `b${n}`)).join(''),
    `<script src="${HOST}/v1/bb.js" data-block=pay data-tenant="&#0;&#xd800;"></script>`,
    `<script src="${HOST}/v1/bb.js" data-block=my-block data-id="\0" data-tenant="pk_\0"></script>`,
  ]) {
    html = page
    const { status, body } = await check()
    assert.equal(status, 200, JSON.stringify(body).slice(0, 300))
    assert.ok(JSON.stringify(body).length < 50_000)
    assert.ok(body.findings.length < 20)
  }
})

test('checks are rate limited per creator', async () => {
  const asBob = functionCall(app, app.anonKey, bob.access_token)
  const attempt = () => asBob('POST', '/check-installation', { tenant_id: theirs.id, url: '' })
  const responses = await Promise.all(Array.from({ length: 41 }, attempt))
  const statuses = responses.map(({ status }) => status)
  assert.deepEqual(
    [statuses.filter((s) => s === 400).length, statuses.filter((s) => s === 429).length],
    [40, 1],
  )
})

test('anyone who pins the script gets the newest published tag with its hash', async () => {
  const { status, body } = await functionCall(app, app.anonKey)('GET', '/embed-release')
  assert.equal(status, 200)
  assert.match(body.release.version, /^1\.\d+\.\d+$/)
  assert.match(body.release.integrity, /^sha384-[\w+/]{64}$/)
})

test('a NUL in a key is read as browsers read it and never reaches the database', async () => {
  assert.equal((await verdicts(tag('a\0b')))['key-0'], 'Unknown key')
})
