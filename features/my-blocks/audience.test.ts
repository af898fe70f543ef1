// Creators' own blocks by audience: who gets the data, what others get instead, and how an opening ends.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { actAs } from '#testing/act-as.ts'
import { givePlan, makeItem, makeTenant } from '#testing/factories.ts'
import { functionCall } from '#testing/function-call.ts'
import { newCreator } from '#testing/plans.ts'
import { testApp } from '#testing/test-app.ts'
import { signUp } from '#testing/test-users.ts'
import { loadBlockData } from './embed/embed-data.ts'

const CANARY = 'canary-51b0'
const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })
const ann = await newCreator(app)
await givePlan(app.database, ann.id, 'business')
const shop = await makeTenant(app.database, { owner: ann.id })
const secondShop = await makeTenant(app.database, { owner: ann.id })
const [tea, club] = [
  await makeItem(app.database, shop.id, { name: 'Tea', price_cents: 500 }),
  await makeItem(app.database, shop.id, { name: 'Club', price_cents: 900, interval: 'month' }),
]
const [mia, leo] = [await signUp(app, shop.public_key), await signUp(app, shop.public_key)]

const blocks = () =>
  app
    .client(app.anonKey, { accessToken: async () => ann.token, global: { fetch: app.fetch } })
    .from('bolt_blocks')

async function makeBlock(any: object[], more: object = {}): Promise<string> {
  const data = { type: 'letter', content: CANARY, audience: { any }, ...more }
  const { data: row, error } = await blocks()
    .insert({ title: 'Letters', data, user_id: ann.id })
    .select()
    .single()
  assert.equal(error, null)
  return (row as { id: string }).id
}

/** What a caller gets of a block: the frame's state, the function's status, and whether any of it has the content. */
async function seen(id: string, token?: string, key = shop.public_key) {
  const call = functionCall(app, key, token)
  const [state, opened] = [await call('GET', `/my-block/${id}/state`), await call('GET', `/my-block/${id}`)]
  assert.equal(state.status, 200, JSON.stringify(state.body))
  const page = await loadBlockData(app.kernel, {
    tenant: (await app.kernel.tenancy.byPublicKey(key))!,
    claims: actAs.visitor(shop.id),
    url: new URL(`http://localhost/embed/my-block?id=${id}`),
    headers: new Headers(),
  })
  const all = JSON.stringify([state.body, opened.body, page])
  return { ...state.body, code: opened.body.code, leaks: all.includes(CANARY), all }
}

async function buy(source: string, user: string, more: Record<string, unknown> = {}): Promise<string> {
  const row = {
    tenant_id: shop.id,
    mode: 'test',
    status: 'paid',
    seller: 'pay',
    source_id: source,
    name: 'Bought',
    amount_total: 500,
    currency: 'eur',
    auth_user_id: user,
    stripe_account_id: 'acct_1',
    state_hash: Buffer.from(randomUUID()),
    receipt_hash: Buffer.from(randomUUID()),
    paid_at: new Date(),
    ...more,
  }
  const names = Object.keys(row)
  const { rows } = await app.owner.query(
    `insert into public.orders (${names.map((name) => `"${name}"`).join()})
     values (${names.map((_, at) => `$${at + 1}`).join()}) returning id`,
    Object.values(row),
  )
  return rows[0].id
}

const role = (name: string, method: 'give' | 'take', member: string) =>
  ann.call('POST', `/tenant-roles/${shop.id}/roles/${encodeURIComponent(name)}/members`, {
    [method]: [member],
  })

test('[peers D9] buyers get the block; others get its price, and nothing of its content or its rule', async () => {
  const id = await makeBlock([
    { kind: 'bought', source: tea },
    { kind: 'bought', source: club },
    { kind: 'people', ids: [leo.user.id] },
  ])
  const offers = [
    { id: tea, name: 'Tea', price_cents: 500, currency: 'eur', interval: null },
    { id: club, name: 'Club', price_cents: 900, currency: 'eur', interval: 'month' },
  ]
  const visitor = await seen(id)
  const { all: _, ...closed } = visitor
  assert.deepEqual(closed, {
    state: 'sign_in',
    id,
    title: 'Letters',
    offers,
    opens_at: null,
    code: 'sign_in_required',
    leaks: false,
  })
  const member = await seen(id, mia.access_token)
  assert.deepEqual(
    [member.state, member.offers, member.code, member.leaks],
    ['audience', offers, 'not_in_audience', false],
  )
  assert.ok(!(visitor.all + member.all).includes(leo.user.id), 'who else may see it is not told')

  const named = await seen(id, leo.access_token)
  assert.deepEqual([named.state, named.closes, named.leaks], ['open', true, true])
  assert.ok(
    !named.all.includes(leo.user.id) && !named.all.includes('udience'),
    'the rule is no part of the content',
  )
})

test('[peers D9] a product is offered only to those who may buy it, at the price that they pay', async () => {
  const named = async (rule: object[]) => {
    const { rows } = await app.owner.query<{ id: string }>(
      "insert into public.audiences (tenant_id, name, rule) values ($1, 'Rule', $2) returning id",
      [shop.id, JSON.stringify({ any: rule })],
    )
    return rows[0]!.id
  }
  const forLeo = [{ kind: 'people', ids: [leo.user.id] }]
  const set = (id: string, change: string, ...values: unknown[]) =>
    app.owner.query(`update public.items set ${change} where id = $1`, [id, ...values])
  const [open, secret, pass] = [
    await makeItem(app.database, shop.id, { name: 'Open door', price_cents: 300 }),
    await makeItem(app.database, shop.id, { name: 'Secret door', price_cents: 400 }),
    await makeItem(app.database, shop.id, { name: 'Members’ door', price_cents: 600 }),
  ]
  await set(open, 'member_audience_id = $2, member_price_cents = 100', await named(forLeo))
  await set(secret, 'audience_id = $2, hidden_from_others = true', await named(forLeo))
  await set(pass, 'audience_id = $2', await named([{ kind: 'signed_in' }]))
  const id = await makeBlock([open, secret, pass].map((source) => ({ kind: 'bought', source })))
  const offered = async (token?: string) => {
    const { offers, all } = await seen(id, token)
    assert.equal(
      all.includes('Secret door'),
      offers.some((one: { id: string }) => one.id === secret),
    )
    return offers.map((one: { name: string; price_cents: number }) => `${one.name} ${one.price_cents}`)
  }
  assert.deepEqual(await offered(), ['Open door 300'], 'a visitor may buy nothing else now')
  assert.deepEqual(await offered(mia.access_token), ['Open door 300', 'Members’ door 600'])
  assert.deepEqual(await offered(leo.access_token), ['Open door 100', 'Secret door 400', 'Members’ door 600'])
})

test('[peers D9] a refund, an ended subscription, a lost role and a ban close with the next request', async () => {
  const id = await makeBlock([
    { kind: 'bought', source: tea },
    { kind: 'bought', source: club },
    { kind: 'role', role: 'Reader' },
  ])
  const state = async () => (await seen(id, mia.access_token)).state
  const set = (order: string, change: string) =>
    app.owner.query(`update public.orders set ${change} where id = $1`, [order])

  const once = await buy(tea, mia.user.id)
  assert.equal(await state(), 'open')
  await set(once, `status = 'refunded'`)
  assert.equal(await state(), 'audience')

  const monthly = await buy(club, mia.user.id, { interval: 'month', subscription_status: 'active' })
  assert.equal(await state(), 'open')
  await set(monthly, `subscription_status = 'canceled'`)
  assert.equal(await state(), 'audience')

  await ann.call('POST', `/tenant-roles/${shop.id}/roles`, { name: 'Reader' })
  await role('Reader', 'give', mia.user.id)
  assert.equal(await state(), 'open')
  await role('Reader', 'take', mia.user.id)
  assert.equal(await state(), 'audience')

  await role('Reader', 'give', mia.user.id)
  const claims = actAs.endUser(shop.id, mia.user.id)
  const gate = async () =>
    (
      await app.database.once<{ gate: string }>(claims, {
        text: 'select gate from app.open_block($1)',
        values: [id],
      })
    ).rows[0]!.gate
  assert.equal(await gate(), null)
  const ban = (until: string) =>
    app.owner.query(`update auth.users set banned_until = ${until} where id = $1`, [mia.user.id])
  await ban(`now() + interval '1 hour'`)
  assert.equal(await gate(), 'sign_in', 'although the token is still valid')
  await ban('null')
  await role('Reader', 'take', mia.user.id)
})

test('roles from the client’s own metadata open nothing', async () => {
  const id = await makeBlock([{ kind: 'role', role: 'Editor' }])
  const client = app.client(shop.public_key)
  await client.auth.setSession({ access_token: leo.access_token, refresh_token: leo.refresh_token })
  await client.auth.updateUser({ data: { roles: ['Editor'], app_metadata: { roles: ['Editor'] } } })
  const { data } = await client.auth.refreshSession()
  assert.equal((await seen(id, data.session!.access_token)).state, 'audience')
})

test('sign-in and audience must both hold; without an audience, rows keep their meaning', async () => {
  const both = await makeBlock([{ kind: 'everyone' }], { requires_auth: true })
  assert.equal((await seen(both)).state, 'sign_in')
  assert.equal((await seen(both, mia.access_token)).state, 'open')
  const members = await makeBlock([{ kind: 'signed_in' }])
  assert.equal((await seen(members)).state, 'sign_in')
  assert.equal((await seen(members, mia.access_token)).state, 'open')
  const old = await makeBlock([], { audience: null, requires_auth: true })
  assert.deepEqual([(await seen(old)).state, (await seen(old, mia.access_token)).state], ['sign_in', 'open'])
  const open = await makeBlock([], { audience: null })
  assert.deepEqual([(await seen(open)).state, (await seen(open)).closes], ['open', false])
  // Members of another tenant of the same owner are strangers here.
  const elsewhere = await functionCall(
    app,
    secondShop.public_key,
    mia.access_token,
  )('GET', `/my-block/${members}/state`)
  assert.equal(elsewhere.status, 401)
})

test('a block opens and closes by the clock, and says when it opens', async () => {
  const moment = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().replace(/\.\d+/, '')
  const opening = moment(2)
  const soon = await makeBlock([{ kind: 'everyone', from: opening }])
  const visitor = await seen(soon)
  assert.deepEqual(
    [visitor.state, visitor.leaks, Date.parse(visitor.opens_at)],
    ['audience', false, Date.parse(opening)],
  )
  assert.equal((await seen(await makeBlock([{ kind: 'everyone', until: moment(-1) }]))).state, 'audience')
  assert.equal(
    (await seen(await makeBlock([{ kind: 'signed_in', after_days: 1 }]), mia.access_token)).state,
    'audience',
  )
  assert.equal(
    (await seen(await makeBlock([{ kind: 'everyone', from: moment(-1), until: moment(1) }]))).state,
    'open',
  )
})

test('an empty rule and unknown kinds open to no one, and what is no rule is not stored', async () => {
  assert.equal((await seen(await makeBlock([]), mia.access_token)).state, 'audience')
  assert.equal((await seen(await makeBlock([{ kind: 'holds_magic' }]), mia.access_token)).state, 'audience')
  for (const audience of [
    'everyone',
    [],
    { any: 'x' },
    { any: [{ kind: 'everyone', after_days: 1 }] },
    true,
  ]) {
    const { status, error } = await blocks().insert({ title: 'T', data: { audience }, user_id: ann.id })
    assert.deepEqual([status, error?.code], [400, '23514'], JSON.stringify(audience))
  }
})

test('a role is renamed in the rules of blocks, and not deleted under them', async () => {
  const roles = `/tenant-roles/${shop.id}/roles`
  await ann.call('POST', roles, { name: 'Patron' })
  await role('Patron', 'give', mia.user.id)
  const id = await makeBlock([
    { kind: 'role', role: 'Patron' },
    { kind: 'people', ids: [leo.user.id] },
  ])
  await ann.call('PUT', `${roles}/Patron`, { name: 'Friend' })
  assert.equal((await seen(id, mia.access_token)).state, 'open')
  const rule = async () => {
    const { data } = await blocks().select('data').eq('id', id).single()
    return (data as { data: { audience: { any: { role?: string }[] } } }).data.audience.any.flatMap(
      ({ role: name }) => name ?? [],
    )
  }
  assert.deepEqual(await rule(), ['Friend'])
  assert.equal((await ann.call('DELETE', `${roles}/Friend`)).body.code, 'role_in_use')
  // Another tenant of hers has a role of this name: members there keep what it opens.
  await ann.call('POST', `/tenant-roles/${secondShop.id}/roles`, { name: 'Friend' })
  await ann.call('PUT', `${roles}/Friend`, { name: 'Ally' })
  assert.deepEqual((await rule()).toSorted(), ['Ally', 'Friend'])
})
