// The look of a tenant's first listed site: for its owner only, read once, and null if it cannot be read.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { createAdaptorServer } from '@hono/node-server'
import { makeTenant } from '#testing/factories.ts'
import { functionCall } from '#testing/function-call.ts'
import { testApp } from '#testing/test-app.ts'
import { signUp } from '#testing/test-users.ts'

// Matches production: the HTTP server replaces the platform's Response with its own.
createAdaptorServer({ fetch: () => new Response() })

const PAGE =
  '<title>Hearth &amp; Rye</title><style>body{background:#fffaf2}.button{background:#b84412}</style>'
let hits = 0
let respond: RequestListener = (_, response) =>
  void response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE)
const server = createServer((request, response) => {
  hits++
  respond(request, response)
})
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
after(() => {
  server.closeAllConnections()
  server.close()
})
const { port } = server.address() as AddressInfo
const [site, other] = [`http://127.0.0.1:${port}`, `http://localhost:${port}`]
const app = await testApp({
  env: { OUTBOUND_ALLOW: `${site},${other}`, PUBLIC_URL: 'https://blocks.example' },
})
const [ann, bob] = [await signUp(app, app.anonKey), await signUp(app, app.anonKey)]
const asAnn = functionCall(app, app.anonKey, ann.access_token)
const asBob = functionCall(app, app.anonKey, bob.access_token)

async function shopWith(sites: string[]): Promise<string> {
  const { id } = await makeTenant(app.database, { owner: ann.user.id })
  await app.owner.query('update public.tenants set allowed_origins = $2 where id = $1', [id, sites])
  return id
}
const read = (id: string, call = asAnn) => call('GET', `/tenant-look?tenant_id=${id}`)

test('the owner gets the look of the first listed site, which is read once for all its tenants', async () => {
  const shops = [await shopWith([site, 'https://later.example']), await shopWith([site])]
  for (const id of [...shops, shops[0]!]) {
    const { status, body } = await read(id)
    assert.equal(status, 200, JSON.stringify(body))
    assert.deepEqual(
      [body.look.name, body.look.background, body.look.accent],
      ['Hearth & Rye', '#fffaf2', '#b84412'],
    )
  }
  assert.equal(hits, 1)
})

test('another creator and a visitor get nothing, and cause no request', async () => {
  const id = await shopWith([site])
  const before = hits
  assert.deepEqual(
    [(await read(id, asBob)).status, (await read(id, asBob)).body.code],
    [404, 'tenant_not_found'],
  )
  assert.equal((await read(id, functionCall(app, app.anonKey))).status, 401)
  assert.equal(hits, before)
})

test('without a site there is no look; a site that is down is requested once in ten minutes', async () => {
  assert.deepEqual((await read(await shopWith([]))).body, { look: null })
  respond = (_, response) => void response.writeHead(503).end()
  const id = await shopWith([other])
  const before = hits
  for (let at = 0; at < 3; at++) assert.deepEqual((await read(id)).body, { look: null })
  assert.equal(hits, before + 1)
})

test('[F02] private and own addresses are not requested', async () => {
  for (const address of ['http://10.0.0.1', 'https://blocks.example', 'http://localhost:1'])
    assert.deepEqual((await read(await shopWith([address]))).body, { look: null }, address)
})

test('a look is at most ten minutes old, also if a visitor read it first', async (t) => {
  const id = await shopWith([other])
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 20 * 60_000 })
  respond = (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE)
  assert.equal((await asAnn('GET', `/site-look?${new URLSearchParams({ site: other })}`)).status, 200)
  t.mock.timers.tick(9 * 60_000)
  const before = hits
  assert.equal((await read(id)).body.look.name, 'Hearth & Rye')
  assert.equal(hits, before)
  t.mock.timers.tick(2 * 60_000)
  assert.equal((await read(id)).body.look.name, 'Hearth & Rye')
  assert.equal(hits, before + 1)
})
