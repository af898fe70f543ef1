// Creators' own blocks over HTTP: what the table stores, and what visitors of a tenant get.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { actAs } from '#testing/act-as.ts'
import { givePlan, makeTenant } from '#testing/factories.ts'
import { functionCall } from '#testing/function-call.ts'
import { signUp } from '#testing/test-users.ts'
import { newCreator } from '#testing/plans.ts'
import { testApp } from '#testing/test-app.ts'
import { loadBlockData } from './embed/embed-data.ts'

const CANARY = 'canary-7f3a'
const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })
const [ann, bob] = [await newCreator(app), await newCreator(app)]
const shop = await makeTenant(app.database, { owner: ann.id })
const secondShop = await makeTenant(app.database, { owner: ann.id })
const foreignShop = await makeTenant(app.database, { owner: bob.id })
for (const { id } of [ann, bob])
  await app.owner.query(
    "insert into public.bolt_subscriptions (user_id, plan_id, status) values ($1, 'free', 'active')",
    [id],
  )
const member = await signUp(app, shop.public_key)
const foreignMember = await signUp(app, foreignShop.public_key)

const client = app.client(app.anonKey, { accessToken: async () => ann.token, global: { fetch: app.fetch } })
const blocks = () => client.from('bolt_blocks')

async function makeBlock(data: object, title = 'Opening hours'): Promise<string> {
  const { data: row, error } = await blocks().insert({ title, data, user_id: ann.id }).select().single()
  assert.equal(error, null)
  return (row as { id: string }).id
}
const text = (more: object = {}) => ({ type: 'text', content: CANARY, ...more })

/** A block as a caller gets it: from the function, and in the page as the server sends it. */
async function seen(id: string, key: string, token?: string) {
  const { status, body } = await functionCall(app, key, token)('GET', `/my-block/${id}`)
  const card = await app.kernel.tenancy.byPublicKey(key)
  const page = await loadBlockData(app.kernel, {
    tenant: card!,
    claims: actAs.visitor(card!.id),
    url: new URL(`http://localhost/embed/my-block?id=${id}`),
    headers: new Headers(),
  })
  return { status, body, page: page.block, leaks: JSON.stringify([body, page]).includes(CANARY) }
}

describe('what the table stores', () => {
  test('[S3-021] data of any type is returned as it was stored', async () => {
    const data = {
      type: 'menu',
      requires_auth: false,
      required_plan: 'business',
      dishes: [{ name: 'Soup', price: 4.5, tags: [], none: null }],
      '<b>': 'ünï\u2028code 🙂',
    }
    const id = await makeBlock(data)
    const { data: row } = await blocks().select('data').eq('id', id).single()
    assert.deepEqual((row as { data: unknown }).data, data)
  })

  test('[S5-052] required plans are free, pro and business; anything else is 400', async () => {
    for (const required_plan of ['free', 'pro', 'business', null])
      assert.equal((await blocks().insert({ title: 'T', data: { required_plan } })).status, 201)
    for (const required_plan of ['gold', 'Pro', '', 7, true, ['pro'], {}]) {
      const { status, error } = await blocks().insert({ title: 'T', data: { required_plan } })
      assert.deepEqual([status, error?.code], [400, '23514'], JSON.stringify(required_plan))
    }
  })

  for (const [what, json] of [
    ['a depth that breaks parsers', `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
    ['33 levels', `{"a":${'['.repeat(32)}1${']'.repeat(32)}}`],
    ['300 KB', JSON.stringify({ a: 'x'.repeat(300_000) })],
    ['a character that no text holds', '{"a":"\\u0000"}'],
    ['half a character', '{"a":"\\ud800"}'],
    ['a list', '[]'],
    ['nothing', 'null'],
  ])
    test(`data of ${what} is a bad request`, async () => {
      const response = await app.request('/rest/v1/bolt_blocks', {
        method: 'POST',
        headers: {
          apikey: app.anonKey,
          authorization: `Bearer ${ann.token}`,
          'content-type': 'application/json',
        },
        body: `{"title":"T","data":${json}}`,
      })
      const body = (await response.json()) as { code?: string; message?: string }
      assert.ok([400, 413].includes(response.status), `${response.status} ${JSON.stringify(body)}`)
      assert.ok(body.code && body.message)
    })
})

describe('what visitors get', () => {
  test('an open block: its visible content, at every tenant of its owner', async () => {
    const id = await makeBlock(text({ secret_note: 'not drawn' }))
    for (const { public_key } of [shop, secondShop]) {
      const { status, body, page } = await seen(id, public_key)
      assert.equal(status, 200)
      const view = { kind: 'text', paragraphs: [CANARY], size: null, color: null }
      assert.deepEqual(body, { id, title: 'Opening hours', view, closes: false })
      assert.deepEqual(page, { state: 'open', ...body })
    }
  })

  test('at another creator’s tenant it does not exist', async () => {
    const id = await makeBlock(text())
    const foreign = await seen(id, foreignShop.public_key, foreignMember.access_token)
    const unknown = await seen('01900000-0000-7000-8000-000000000000', foreignShop.public_key)
    assert.deepEqual([foreign.status, foreign.body, foreign.page], [404, unknown.body, { state: 'missing' }])
    assert.deepEqual(unknown.page, { state: 'missing' })
  })

  test('[S2-281] a block that requires sign-in: only members of that tenant get its data', async () => {
    const id = await makeBlock(text({ requires_auth: true }))
    const visitor = await seen(id, shop.public_key)
    assert.deepEqual([visitor.status, visitor.body.code, visitor.leaks], [401, 'sign_in_required', false])
    assert.deepEqual(visitor.page, {
      state: 'sign_in',
      id,
      title: 'Opening hours',
      offers: [],
      opens_at: null,
    })
    const signedIn = await seen(id, shop.public_key, member.access_token)
    assert.equal(signedIn.status, 200)
    assert.deepEqual(signedIn.body.view.paragraphs, [CANARY])
    // A member of another tenant of the same owner is not a member here.
    const elsewhere = await functionCall(
      app,
      secondShop.public_key,
      member.access_token,
    )('GET', `/my-block/${id}`)
    assert.equal(elsewhere.status, 401)
    // The owner's own session is not a member session.
    const owner = await functionCall(app, shop.public_key, ann.token)('GET', `/my-block/${id}`)
    assert.equal(owner.status, 401)
  })

  test('[S1-021] [S2-281] a block that requires a plan stays locked while its owner’s plan is lower', async () => {
    const pro = await makeBlock(text({ required_plan: 'pro' }))
    const business = await makeBlock(text({ required_plan: 'business', requires_auth: true }))
    for (const token of [undefined, member.access_token]) {
      const { status, body, page, leaks } = await seen(pro, shop.public_key, token)
      assert.deepEqual([status, body.code, leaks], [402, 'upgrade_required', false])
      const plan = { name: 'Pro', price_cents: 1900, interval: 'month' }
      assert.deepEqual(page, { state: 'plan', id: pro, title: 'Opening hours', plan })
    }
    await givePlan(app.database, ann.id, 'pro')
    assert.equal((await seen(pro, shop.public_key)).status, 200)
    assert.deepEqual((await seen(business, shop.public_key, member.access_token)).status, 402)
    await givePlan(app.database, ann.id, 'business')
    // Plan and sign-in are checked independently.
    assert.equal((await seen(business, shop.public_key)).status, 401)
    assert.equal((await seen(business, shop.public_key, member.access_token)).status, 200)
    await app.owner.query("update public.bolt_subscriptions set status = 'canceled' where user_id = $1", [
      ann.id,
    ])
    const ended = await seen(pro, shop.public_key)
    assert.deepEqual([ended.status, ended.leaks], [402, false])
    await app.owner.query(
      "update public.bolt_subscriptions set plan_id = 'free', status = 'active' where user_id = $1",
      [ann.id],
    )
  })

  test('invalid access settings stored before validation existed lock the block', async () => {
    const id = await makeBlock(text())
    const store = (data: object) =>
      app.owner.query('update public.bolt_blocks set data = $2 where id = $1', [id, data])
    await app.owner.query('alter table public.bolt_blocks drop constraint bolt_blocks_access_check')
    await store(text({ required_plan: 'gold' }))
    assert.equal((await seen(id, shop.public_key)).status, 402)
    await store(text({ requires_auth: 0 }))
    assert.equal((await seen(id, shop.public_key)).status, 401)
  })

  test('changing the id in the address gives only a "missing" response', async () => {
    for (const id of ['', 'x', "' or 1=1", '%00', '../x', '0'.repeat(5000)]) {
      const card = await app.kernel.tenancy.byPublicKey(shop.public_key)
      const { block } = await loadBlockData(app.kernel, {
        tenant: card!,
        claims: actAs.visitor(card!.id),
        url: new URL(`http://localhost/embed/my-block?id=${encodeURIComponent(id)}`),
        headers: new Headers(),
      })
      assert.deepEqual(block, { state: 'missing' }, id)
    }
    const { status } = await functionCall(app, shop.public_key)('GET', '/my-block/not-a-uuid')
    assert.equal(status, 400)
  })

  test('the function needs a tenant’s key: a creator or the platform’s anon key is refused', async () => {
    const id = await makeBlock(text())
    for (const answer of [
      await functionCall(app, app.anonKey)('GET', `/my-block/${id}`),
      await bob.call('GET', `/my-block/${id}`),
    ])
      assert.deepEqual([answer.status, answer.body.code], [401, 'invalid_api_key'])
  })
})
