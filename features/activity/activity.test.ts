// The dashboard's events and firsts: only the caller's own tenant, one mode at a time, and no customer data in a first.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { makeTenant } from '#testing/factories.ts'
import { functionCall } from '#testing/function-call.ts'
import { newEmail, signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'
import type { TenantActivity } from './endpoints.ts'

const app = await testApp()
const [ann, bob] = [await signUp(app, app.anonKey), await signUp(app, app.anonKey)]
const asAnn = functionCall(app, app.anonKey, ann.access_token)
const asBob = functionCall(app, app.anonKey, bob.access_token)
const shopOf = (owner: { user: { id: string } }) => makeTenant(app.database, { owner: owner.user.id })

interface Given {
  /** Hours before now at which it was paid; null for an order that was not. */
  ago?: number | null
  mode?: string
  product?: string
  email?: string
}

/** Inserts an order and returns its id. */
async function order(tenant: { id: string }, given: Given = {}): Promise<string> {
  const { ago = 1, mode = 'test', product = 'Rye loaf', email = 'ines@posteo.test' } = given
  const { rows } = await app.owner.query(
    `insert into public.orders (tenant_id, mode, status, seller, source_id, name, amount_total, currency, email,
       stripe_account_id, state_hash, receipt_hash, paid_at)
     values ($1, $2, $3, 'pay', $4, $5, 1250, 'eur', $6, 'acct_1', $7, $7, now() - make_interval(hours => $8::int))
     returning id`,
    [
      tenant.id,
      mode,
      ago === null ? 'pending' : 'paid',
      randomUUID(),
      product,
      email,
      Buffer.from(randomUUID()),
      ago,
    ],
  )
  return rows[0].id
}

const refund = (tenant: { id: string }, orderId: string, status: string) =>
  app.owner.query(
    'insert into public.order_refunds (tenant_id, order_id, amount, status) values ($1, $2, 250, $3)',
    [tenant.id, orderId, status],
  )

const joined = (tenant: { id: string }, meta: object, more = { ago: 2, confirmed: true }) =>
  app.owner.query(
    `insert into auth.users (pool_id, email, email_confirmed_at, raw_user_meta_data, created_at)
     values ($1, $2, case when $3 then now() end, $4, now() - make_interval(hours => $5::int))`,
    [tenant.id, newEmail(), more.confirmed, meta, more.ago],
  )

async function read(tenant: { id: string }, mode = 'test', call = asAnn): Promise<TenantActivity> {
  const { status, body } = await call('GET', `/tenant-activity/${tenant.id}?mode=${mode}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

test('sign-ups, orders and refunds of one mode, newest first; unpaid orders and failed refunds are left out', async () => {
  const shop = await shopOf(ann)
  await joined(shop, { name: 'Ines\u202e Koval' }, { ago: 5, confirmed: true })
  await joined(shop, { name: { not: 'text' } }, { ago: 6, confirmed: false })
  const loaf = await order(shop, { ago: 3 })
  await order(shop, { ago: null })
  await order(shop, { ago: 2, mode: 'live', product: 'Weekly box' })
  await refund(shop, loaf, 'failed')
  await refund(shop, loaf, 'succeeded')
  const { events } = await read(shop)
  assert.deepEqual(
    events.map(({ kind, who }) => [kind, who]),
    [
      ['refund', 'ines@posteo.test'],
      ['order', 'ines@posteo.test'],
      ['sign-up', 'Ines Koval'],
    ],
  )
  const [back, paid] = events
  assert.ok(back?.kind === 'refund' && paid?.kind === 'order')
  assert.deepEqual([back.amount, paid.amount, back.orderId, paid.id], [250, 1250, loaf, loaf])
  const live = await read(shop, 'live')
  assert.deepEqual(
    live.events.map((event) => (event.kind === 'order' ? event.product : event.kind)),
    ['Weekly box', 'sign-up'],
  )
})

test('another creator gets 404, and their own activity has nothing of this tenant', async () => {
  const [anns, bobs] = [await shopOf(ann), await shopOf(bob)]
  await order(anns)
  await joined(anns, {})
  const refused = await asBob('GET', `/tenant-activity/${anns.id}?mode=test`)
  assert.deepEqual([refused.status, refused.body.code], [404, 'tenant_not_found'])
  assert.deepEqual(await read(bobs, 'test', asBob), { events: [], moments: [] })
})

test('the firsts of a tenant: the live sale before the test order and the sign-up, without customer data', async () => {
  const shop = await shopOf(ann)
  assert.deepEqual((await read(shop)).moments, [])
  await joined(shop, { name: 'Ines Koval' })
  await order(shop, { ago: 3, product: 'Rye loaf' })
  await order(shop, { ago: 2, product: 'Later loaf' })
  await order(shop, { ago: 1, mode: 'live', product: 'Weekly box' })
  const { moments } = await read(shop)
  assert.deepEqual(
    moments.map((moment) => [moment.kind, moment.kind === 'sign-up' ? '' : moment.product]),
    [
      ['live-sale', 'Weekly box'],
      ['test-order', 'Rye loaf'],
      ['sign-up', ''],
    ],
  )
  assert.doesNotMatch(JSON.stringify(moments), /ines|koval|@/i)
})

test('a first is news for a week, and a dismissed one does not return on any device', async () => {
  const shop = await shopOf(ann)
  await order(shop, { ago: 24 * 8 })
  await order(shop, { ago: 1 })
  await order(shop, { ago: 1, mode: 'live' })
  assert.deepEqual(
    (await read(shop)).moments.map(({ kind }) => kind),
    ['live-sale'],
  )
  const response = await app.request('/rest/v1/dismissed_moments', {
    method: 'POST',
    headers: {
      apikey: app.anonKey,
      authorization: `Bearer ${ann.access_token}`,
      'content-type': 'application/json',
      prefer: 'resolution=ignore-duplicates',
    },
    body: JSON.stringify([{ tenant_id: shop.id, kind: 'live-sale' }]),
  })
  assert.equal(response.status, 201, await response.text())
  assert.deepEqual((await read(shop)).moments, [])
})
