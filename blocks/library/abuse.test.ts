// What attackers and mistakes try with the library.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givePlan, makeTenant } from '#testing/factories.ts'
import { actAs } from '#testing/act-as.ts'
import { functionCall } from '#testing/function-call.ts'
import { signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'
import { loadLibraryData } from './embed/embed-data.ts'
import { signMedia } from './media-tokens.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })
const owner = await signUp(app, app.anonKey)
await givePlan(app.database, owner.user.id, 'pro')
const shop = await makeTenant(app.database, { owner: owner.user.id })
const mara = functionCall(app, app.anonKey, owner.access_token)
const annSession = await signUp(app, shop.public_key)
const ann = functionCall(app, shop.public_key, annSession.access_token)
const sql = (text: string, ...values: unknown[]) => app.owner.query(text, values)
const EVERYONE = { any: [{ kind: 'everyone' }] }

async function make(more: object) {
  const { slug, ...item } = {
    title: 'Bread',
    summary: null,
    teaser: null,
    cover: null,
    tags: [],
    audience: EVERYONE,
    published_at: '2026-01-01T00:00:00Z',
    is_teaser: true,
    is_listed: true,
    counts_from: 'start',
    body: {},
    ...more,
  } as Record<string, unknown>
  const made = await mara('POST', `/library/${shop.id}/items`, {
    kind: 'article',
    item,
    ...(slug ? { slug } : {}),
  })
  assert.equal(made.status, 200, JSON.stringify(made.body))
  return made.body as { id: string; slug: string }
}

test('[G19] a page of the library loads whatever its tag names', async () => {
  const page = (query: string) =>
    loadLibraryData(app.kernel, {
      tenant: undefined as never,
      claims: { role: 'anon', pool: shop.id, tenant: shop.id },
      url: new URL(`http://a.example/embed/library${query}`),
      headers: new Headers(),
    })
  for (const item of ['%00', 'a%00b', '%ED%A0%80', 'x'.repeat(5000), '', '..%2f'])
    assert.equal((await page(`?item=${item}`)).item, null, item)
  for (const tag of ['%00', '%E2%80%8B', 'x'.repeat(5000), ''])
    assert.deepEqual((await page(`?tag=${tag}`)).query, {}, tag)
})

test('a slug in the form of an id names nothing that has this id', async () => {
  const item = await make({ title: 'One' })
  await make({ title: 'Shadow', slug: item.id })
  assert.equal((await ann('GET', `/library-items/${item.id}`)).body.title, 'One')
  assert.equal((await ann('PUT', `/library-items/${item.id}/progress`, { position: 5 })).status, 200)
  const { rows } = await sql('select item_id from public.library_progress where tenant_id = $1', shop.id)
  assert.deepEqual(rows, [{ item_id: item.id }])
})

test('the function for progress stores none for an item that is closed, for every caller', async () => {
  const item = await make({ audience: null })
  const saved = (id: string) =>
    app.database.once<{ saved: unknown }>(actAs.endUser(shop.id, annSession.user.id), {
      text: 'select app.save_library_progress($1, 1, true) as saved',
      values: [id],
    })
  assert.equal((await saved(item.id)).rows[0]!.saved, null)
  const open = await make({})
  assert.deepEqual((await saved(open.id)).rows[0]!.saved, { position: 1, finished: true })
})

test('[L03] an address of media is refused without its browser and session, and with a forged token', async () => {
  const item = await make({})
  const grant = { tenant: shop.id, item: item.id, sub: annSession.user.id, session: null, browser: 'x' }
  const media = async (url: string, headers = {}) => (await app.request(url, { headers })).status
  for (const session of [null, '00000000-0000-4000-8000-000000000000']) {
    const url = signMedia(app.config, { ...grant, session })
    for (const headers of [{}, { cookie: '__Host-bb-media=y' }, { cookie: 'garbage' }])
      assert.equal(await media(url, headers), 403, `${session} ${JSON.stringify(headers)}`)
    assert.equal(await media(url.replace('/library-media', '/library-cover')), 403)
  }
  for (const token of ['', '.', 'a.b', `${Buffer.from('["media",9999999999,{}]').toString('base64url')}.`])
    assert.equal(await media(`/library-media?token=${token}`), 403, token)
})
