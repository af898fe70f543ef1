import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '#testing/eventually.ts'
import { signUp } from '#testing/test-users.ts'
import { webhookWorld } from '#testing/webhook-world.ts'

const { receiver, app, ada, creator, hooked, order, types } = await webhookWorld()

test('[S2-193] a paid order is sent once, with a signature that the published library accepts', async () => {
  const hook = await hooked(['order.paid'])
  const { id, pay } = await order(hook.tenant.id)
  await pay()
  const [delivery] = await eventually('delivered', async () => {
    const log = await hook.log()
    return log[0]?.state === 'delivered' && log
  })
  const [got, ...more] = hook.received()
  assert.equal(more.length, 0)
  assert.deepEqual(receiver.verify(got!, hook.secret), got!.event)
  assert.match(hook.secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.equal(got!.headers['webhook-id'], `msg_${delivery.message_id}`)
  const { type, data, timestamp } = got!.event
  assert.equal(type, 'order.paid')
  assert.deepEqual(
    [data.id, data.mode, data.status, data.amount_total, data.currency, data.name],
    [id, 'test', 'paid', 1250, 'eur', 'Rye loaf'],
  )
  assert.equal(timestamp, delivery.created_at)
  // It is refused with one byte changed, another secret or another id.
  for (const forged of [
    { ...got!, body: got!.body.replace('1250', '1251') },
    { ...got!, headers: { ...got!.headers, 'webhook-id': 'msg_other' } },
    { ...got!, headers: { ...got!.headers, 'webhook-timestamp': String(Date.now() / 1000 - 9) } },
  ])
    assert.throws(() => receiver.verify(forged, hook.secret))
  assert.throws(() => receiver.verify(got!, `whsec_${Buffer.alloc(32).toString('base64')}`))
  const { attempts, body } = await hook.one(delivery.message_id)
  assert.equal(body, got!.body)
  assert.deepEqual([attempts.length, attempts[0].status, attempts[0].answer], [1, 200, '{"received":true}'])
})

test('the database itself records every kind of event, no matter which role wrote the row', async () => {
  const all = [
    'order.paid',
    'order.refunded',
    'end_user.created',
    'product.updated',
    'payments.connected',
    'payments.disconnected',
  ]
  const hook = await hooked(all)
  const { id } = hook.tenant
  // A product created through the data API.
  const asCreator = app.client(app.anonKey, {
    global: { fetch: app.fetch, headers: { authorization: `Bearer ${ada.access_token}` } },
  })
  const { data: product, error } = await asCreator
    .from('items')
    .insert({ tenant_id: id, name: 'Seed roll', price_cents: 120, currency: 'eur' })
    .select('id')
    .single()
  assert.equal(error, null)
  await asCreator.from('items').update({ price_cents: 130 }).eq('id', product.id)
  await asCreator.from('items').update({ price_cents: 130 }).eq('id', product.id) // no change, so no event
  await asCreator.from('items').delete().eq('id', product.id)
  // A visitor signs up on the site.
  const visitor = await signUp(app, hook.tenant.public_key)
  const joined = await app
    .client(hook.tenant.public_key, {
      global: { fetch: app.fetch, headers: { authorization: `Bearer ${visitor.access_token}` } },
    })
    .from('end_users')
    .insert({ tenant_id: id, auth_user_id: visitor.user.id, email: visitor.user.email })
  if (joined.error) assert.equal(joined.error.code, '23505', joined.error.message) // signing up already joined
  // A refund that arrives before the payment creates both events.
  const bought = await order(id)
  await app.owner.query(
    "update public.orders set status = 'refunded', paid_at = now(), amount_refunded = 1250, refunded_at = now() where id = $1",
    [bought.id],
  )
  const account = (value: string | null) =>
    app.owner.query('update public.tenants set stripe_account_id_test = $2 where id = $1', [id, value])
  await account('acct_one')
  await account('acct_two')
  await account(null)
  await eventually('all are delivered', async () => hook.received().length >= 10)
  assert.deepEqual(
    types(hook).sort(),
    [
      'end_user.created',
      'order.paid',
      'order.refunded',
      'payments.connected',
      'payments.connected',
      'payments.disconnected',
      'payments.disconnected',
      'product.updated',
      'product.updated',
      'product.updated',
    ].sort(),
  )
  const products = hook
    .received()
    .filter(({ event }) => event.type === 'product.updated')
    .map(({ event }) => event.data)
  assert.deepEqual(
    products.map(({ price_cents, deleted }) => [price_cents, deleted]),
    [
      [120, false],
      [130, false],
      [130, true],
    ],
  )
  const person = hook.received().find(({ event }) => event.type === 'end_user.created')!.event.data
  assert.deepEqual([person.id, person.email], [visitor.user.id, visitor.user.email])
})

test('a subscription order reports its subscription, and its later payments as paid orders', async () => {
  const hook = await hooked(['order.paid', 'subscription.updated'])
  const { id } = await order(hook.tenant.id)
  const set = (what: string) => app.owner.query(`update public.orders set ${what} where id = $1`, [id])
  await set("status = 'paid', paid_at = now(), interval = 'month', subscription_status = 'active'")
  await set("email = 'bo@example.test'") // not a field of the subscription
  await set('cancel_at_period_end = true')
  await set("subscription_status = 'canceled'")
  await app.owner.query(
    `insert into public.orders (tenant_id, mode, seller, source_id, name, amount_total, currency, stripe_account_id,
       status, paid_at, interval, renewal_of)
     select tenant_id, mode, seller, source_id, name, 990, currency, stripe_account_id, 'paid', now(), interval, id
     from public.orders where id = $1`,
    [id],
  )
  await eventually('all are delivered', async () => hook.received().length >= 5)
  const sent = hook
    .received()
    .map(({ event: { type, data } }) => [
      type,
      type === 'order.paid' ? data['amount_total'] : data['status'],
      data['cancel_at_period_end'] ?? data['renewal_of'] === id,
    ])
  assert.deepEqual(
    sent.filter(([, what]) => what !== 990),
    [
      ['order.paid', 1250, false],
      ['subscription.updated', 'active', false],
      ['subscription.updated', 'active', true],
      ['subscription.updated', 'canceled', true],
    ],
  )
  assert.deepEqual(
    sent.filter(([, what]) => what === 990),
    [['order.paid', 990, true]],
  )
})

test('a deleted account is one event with its id and nothing else, however it was deleted; a guest is none', async () => {
  const hook = await hooked(['end_user.deleted'])
  const { id, public_key } = hook.tenant
  const people = await Promise.all(Array.from({ length: 4 }, () => signUp(app, public_key)))
  const [byOwner, byKey, softly, bySql] = people.map(({ user }) => user.id)
  const removed = await creator('DELETE', `/tenant-customers/${id}/customers/${byOwner}`)
  assert.equal(removed.status, 200, JSON.stringify(removed.body))
  const admin = app.client(app.serviceKey, {
    global: { fetch: app.fetch, headers: { 'x-bb-pool': id } },
  }).auth.admin
  assert.equal((await admin.deleteUser(byKey!)).error, null)
  assert.equal((await admin.deleteUser(softly!, true)).error, null)
  assert.equal((await admin.deleteUser(softly!)).error, null, 'and later for good')
  await app.owner.query('delete from auth.users where pool_id = $1 and id = $2', [id, bySql])
  await app.owner.query(
    'insert into auth.users (pool_id, id, is_anonymous) values ($1, app.uuidv7(), true)',
    [id],
  )
  await app.owner.query('delete from auth.users where pool_id = $1 and is_anonymous', [id])
  await eventually('all are delivered', async () => hook.received().length >= 4)
  const told = hook.received().map(({ event }) => event)
  assert.ok(told.every(({ type }) => type === 'end_user.deleted'))
  const ids = told.map(({ data }) => {
    assert.deepEqual(Object.keys(data), ['id'])
    return data.id as string
  })
  assert.deepEqual(new Set(ids), new Set([byOwner, byKey, softly, bySql]))
  const { rows } = await app.owner.query(
    "select from app.webhook_messages where tenant_id = $1 and type = 'end_user.deleted'",
    [id],
  )
  assert.equal(rows.length, 4, 'one for each')
})
