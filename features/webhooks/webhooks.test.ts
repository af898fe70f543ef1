import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '#testing/eventually.ts'
import { makeTenant } from '#testing/factories.ts'
import { functionCall } from '#testing/function-call.ts'
import { signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'
import { webhookReceiver } from '#testing/webhook-receiver.ts'
import type { WebhookReceiver } from '#testing/webhook-receiver.ts'

const [receiver, slow] = [await webhookReceiver(), await webhookReceiver()]
const app = await testApp({
  worker: true,
  // Our own host name would be refused for that; these tests mean other hosts.
  env: { OUTBOUND_ALLOW: `${receiver.url},${slow.url}`, PUBLIC_URL: 'https://blocks.example' },
})
const ada = await signUp(app, app.anonKey)
const creator = functionCall(app, app.anonKey, ada.access_token)
let paths = 0

/** A tenant with one webhook at its own path. */
async function hooked(events: string[], at: WebhookReceiver = receiver, mode = 'test') {
  const tenant = await makeTenant(app.database, { owner: ada.user.id })
  const path = `/hook${++paths}`
  const made = await creator('POST', '/webhook-endpoints', {
    tenant_id: tenant.id,
    mode,
    url: at.url + path,
    events,
  })
  assert.equal(made.status, 200, JSON.stringify(made.body))
  const { endpoint, secret } = made.body as { endpoint: { id: string }; secret: string }
  const key = { tenant_id: tenant.id, id: endpoint.id }
  const query = `tenant_id=${tenant.id}&id=${endpoint.id}`
  return {
    tenant,
    key,
    secret,
    received: () => at.received.filter((hook) => hook.path === path),
    log: async (more = '') => (await creator('GET', `/webhook-deliveries?${query}${more}`)).body.deliveries,
    one: async (id: string) => (await creator('GET', `/webhook-delivery?${query}&message_id=${id}`)).body,
    endpoint: async () =>
      (await creator('GET', `/webhook-endpoints?tenant_id=${tenant.id}&mode=${mode}`)).body.endpoints[0],
    /** Makes all pending retries due now. */
    async due() {
      await app.owner.query('update app.webhook_deliveries set next_at = now() where endpoint_id = $1', [
        endpoint.id,
      ])
      await app.owner.query('update app.webhook_endpoints set held_until = null where id = $1', [endpoint.id])
      await app.owner.query(`select pg_notify('webhook_due', $1)`, [`${tenant.id} ${endpoint.id}`])
    },
  }
}
type Hooked = Awaited<ReturnType<typeof hooked>>

/** Waits until the log has the given number of attempts. */
const tried = (hook: Hooked, tries: number) =>
  eventually(
    `${tries} attempts`,
    async () => {
      const log = await hook.log()
      return log.reduce((sum: number, { tries: n }: { tries: number }) => sum + n, 0) >= tries && log
    },
    30,
  )

async function order(tenantId: string, mode = 'test') {
  const { rows } = await app.owner.query(
    `insert into public.orders (tenant_id, mode, seller, source_id, name, amount_total, currency, stripe_account_id,
       state_hash, receipt_hash)
     values ($1, $2, 'pay', app.uuidv7(), 'Rye loaf', 1250, 'eur', 'acct_1', uuid_send(gen_random_uuid()),
       uuid_send(gen_random_uuid())) returning id`,
    [tenantId, mode],
  )
  const id = rows[0].id as string
  const set = (what: string) => app.owner.query(`update public.orders set ${what} where id = $1`, [id])
  return {
    id,
    pay: () => set("status = 'paid', paid_at = now()"),
    refund: (amount: number) =>
      set(
        `amount_refunded = ${amount}${amount === 1250 ? ", status = 'refunded', refunded_at = now()" : ''}`,
      ),
  }
}

const types = (hook: Hooked) => hook.received().map(({ event }) => event.type)

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

test('[H24] a failed delivery is retried with its id and a new timestamp and signature, and logged', async () => {
  const hook = await hooked(['order.paid'])
  let status = 500
  receiver.answer((_, answer) => void answer.writeHead(status).end(`I am ${status}\u0000`))
  await (await order(hook.tenant.id)).pay()
  const [first] = await tried(hook, 1)
  assert.deepEqual([first.state, first.status, first.tries], ['pending', 500, 1])
  const wait = (Date.parse(first.next_at) - Date.parse(first.created_at)) / 1000
  assert.ok(wait >= 5 && wait < 12, `after 5 seconds, not ${wait}`)
  const { rows } = await app.owner.query(
    `select start_after - created_on as wait from pgboss.job where name = 'webhook-out' and data ->> 'id' = $1`,
    [hook.key.id],
  )
  assert.equal(rows.length, 1, 'the queue restarts it')
  assert.ok((await hook.endpoint()).failing_since)
  await eventually('the second stamp differs', async () => Date.now() - Date.parse(first.created_at) > 1100)
  status = 202
  await hook.due()
  const [second] = await eventually('delivered', async () => {
    const log = await hook.log()
    return log[0].state === 'delivered' && log
  })
  assert.deepEqual([second.status, second.tries, second.next_at], [202, 2, null])
  const [one, two] = hook.received()
  assert.equal(one!.headers['webhook-id'], two!.headers['webhook-id'])
  assert.equal(one!.body, two!.body)
  assert.notEqual(one!.headers['webhook-timestamp'], two!.headers['webhook-timestamp'])
  assert.notEqual(one!.headers['webhook-signature'], two!.headers['webhook-signature'])
  for (const got of [one!, two!]) receiver.verify(got, hook.secret)
  assert.equal((await hook.endpoint()).failing_since, null)
  const { attempts } = await hook.one(second.message_id)
  assert.deepEqual(
    attempts.map(({ number, status: of, answer }: { number: number; status: number; answer: string }) => [
      number,
      of,
      answer,
    ]),
    [
      [2, 202, 'I am 202\ufffd'],
      [1, 500, 'I am 500\ufffd'],
    ],
  )
  receiver.answer((_, answer) => void answer.end())
})

test('[H24] private addresses are refused when entered, and again when the name is resolved', async () => {
  const { tenant, key } = await hooked(['order.paid'])
  const make = (url: string) =>
    creator('POST', '/webhook-endpoints', { tenant_id: tenant.id, mode: 'test', url, events: ['order.paid'] })
  for (const url of [
    'http://127.0.0.1/',
    'http://10.0.0.1/x',
    'http://169.254.169.254/latest/meta-data',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://0x7f.1/',
    'https://hook.example:8443/',
    'https://u:p@hook.example/',
    'ftp://hook.example/',
    'javascript:alert(1)',
    'hook',
    '',
  ]) {
    const refused = await make(url)
    assert.equal(refused.status, 400, url)
  }
  assert.deepEqual(await make('http://10.0.0.1/').then(({ body }) => body), {
    error: 'The address is not public',
    code: 'webhook_url_refused',
  })
  // A name that was public when it was entered and has become private.
  await app.owner.query(`update app.webhook_endpoints set url = 'http://localhost/x' where id = $1`, [key.id])
  const { body } = await creator('POST', '/webhook-ping', key)
  const { attempts } = await eventually('tried', async () => {
    const one = (
      await creator(
        'GET',
        `/webhook-delivery?tenant_id=${tenant.id}&id=${key.id}&message_id=${body.message_id}`,
      )
    ).body
    return one.attempts.length > 0 && one
  })
  assert.deepEqual(
    [attempts[0].status, attempts[0].error, attempts[0].answer],
    [null, 'The address is not public', null],
  )
})

test('[H24] a redirect is not followed, a long response is truncated, a closed connection is reported', async () => {
  const hook = await hooked(['order.paid'])
  const answers: ((answer: Parameters<Parameters<WebhookReceiver['answer']>[0]>[1]) => void)[] = [
    (answer) => answer.writeHead(302, { location: `${receiver.url}/elsewhere` }).end(),
    (answer) => answer.destroy(),
    (answer) => answer.writeHead(200).end('é'.repeat(3_000_000)),
  ]
  receiver.answer((_, answer) => answers.shift()?.(answer))
  await (await order(hook.tenant.id)).pay()
  for (const tries of [1, 2, 3]) {
    await tried(hook, tries)
    await hook.due()
  }
  const [{ message_id }] = await hook.log()
  const { attempts } = await hook.one(message_id)
  assert.deepEqual(
    attempts.map(({ status, error }: { status: number; error: string }) => [status, error]),
    [
      [200, null],
      [null, 'The server closed the connection'],
      [302, 'The address leads elsewhere'],
    ],
  )
  assert.match(attempts[0].answer, /^é{1000,1024}$/)
  assert.equal(receiver.received.filter(({ path }) => path === '/elsewhere').length, 0)
  receiver.answer((_, answer) => void answer.end())
})

test('[H24] a slow receiver does not delay others, and has at most five in flight', async () => {
  const [sink, other] = [await hooked(['order.paid'], slow), await hooked(['order.paid'])]
  const waiting: (() => void)[] = []
  slow.answer((_, answer) => void waiting.push(() => answer.end()))
  for (let n = 0; n < 12; n++) await (await order(sink.tenant.id)).pay()
  await eventually('five wait', async () => waiting.length === 5)
  await (await order(other.tenant.id)).pay()
  await eventually('the other one is served', async () => other.received().length === 1)
  assert.equal(waiting.length, 5)
  await eventually('all twelve arrived', async () => {
    waiting.splice(0).forEach((go) => go())
    return sink.received().length === 12
  })
  waiting.splice(0).forEach((go) => go())
  assert.equal(slow.inFlight.most, 5)
  await eventually('all are settled', async () =>
    (await sink.log()).every(({ state }: { state: string }) => state === 'delivered'),
  )
  assert.equal(new Set(sink.received().map(({ headers }) => headers['webhook-id'])).size, 12)
})

test('[H24] events of one object arrive in order, even if the first fails; other objects pass', async () => {
  const hook = await hooked(['order.paid', 'order.refunded'])
  let open = false
  const stuck = await order(hook.tenant.id)
  receiver.answer(
    ({ event }, answer) => void answer.writeHead(event.data.id === stuck.id && !open ? 500 : 200).end(),
  )
  await stuck.pay()
  await tried(hook, 1)
  await stuck.refund(250)
  await stuck.refund(1250)
  const free = await order(hook.tenant.id)
  await free.pay()
  await eventually('the other order passes', async () =>
    hook.received().some(({ event }) => event.data.id === free.id),
  )
  const ofStuck = () => hook.received().filter(({ event }) => event.data.id === stuck.id)
  assert.deepEqual(
    ofStuck().map(({ event }) => event.type),
    ['order.paid'],
  )
  open = true
  await hook.due()
  await eventually('the rest follows', async () => ofStuck().length === 4)
  assert.deepEqual(
    ofStuck().map(({ event }) => [event.type, event.data.amount_refunded]),
    [
      ['order.paid', 0],
      ['order.paid', 0],
      ['order.refunded', 250],
      ['order.refunded', 1250],
    ],
  )
  receiver.answer((_, answer) => void answer.end())
})

test('a busy receiver gets the pause it requests; a manual request ends it', async () => {
  const [hook, later] = [await hooked(['order.paid']), await hooked(['order.paid'])]
  receiver.answer((_, answer) => void answer.writeHead(429, { 'retry-after': '3600' }).end())
  await (await order(hook.tenant.id)).pay()
  const [delivery] = await tried(hook, 1)
  assert.ok(Date.parse(delivery.next_at) > Date.now() + 3_500_000)
  await (await order(hook.tenant.id)).pay()
  await eventually('the second waits too', async () => (await hook.log()).length === 2)
  receiver.answer((_, answer) => void answer.end())
  await app.owner.query(`select pg_notify('webhook_due', $1)`, [`${hook.key.tenant_id} ${hook.key.id}`])
  await (await order(later.tenant.id)).pay()
  await eventually('the other endpoint is served', async () => later.received().length === 1)
  assert.equal(hook.received().length, 1)
  const { body } = await creator('POST', '/webhook-replay', { ...hook.key, message_id: delivery.message_id })
  assert.deepEqual(body, { queued: true })
  await eventually('both arrived', async () => hook.received().length === 3)
})

test('410 turns a webhook off and sends an email; turned on, it gets new events, and missed ones on replay', async () => {
  const hook = await hooked(['order.paid'])
  receiver.answer((_, answer) => void answer.writeHead(410).end())
  await (await order(hook.tenant.id)).pay()
  await eventually('off', async () => !(await hook.endpoint()).enabled)
  const off = await hook.endpoint()
  assert.equal(off.disabled_by, 'gone')
  const email = await eventually('an email', async () =>
    app.mails.find(({ to, text }) => to === ada.user.email && text.includes(off.url)),
  )
  assert.match(email.text, /returned 410 Gone/)
  assert.match(email.text, /\/studio\/connect\/webhooks/)
  receiver.answer((_, answer) => void answer.end())
  await (await order(hook.tenant.id)).pay()
  assert.equal((await hook.log()).length, 1, 'nothing is stored for a disabled webhook')
  const [missed] = await hook.log()
  assert.equal(missed.state, 'failed')
  const again = { ...hook.key, message_id: missed.message_id }
  assert.equal((await creator('POST', '/webhook-replay', again)).body.code, 'webhook_disabled')
  assert.equal((await creator('POST', '/webhook-ping', hook.key)).status, 409)
  const on = await creator('PATCH', '/webhook-endpoints', { ...hook.key, enabled: true })
  assert.deepEqual([on.body.endpoint.enabled, on.body.endpoint.disabled_by], [true, null])
  assert.equal((await creator('POST', '/webhook-replay', again)).status, 200)
  await eventually('sent again', async () => hook.received().length === 2)
  const [first, second] = hook.received()
  assert.equal(first!.headers['webhook-id'], second!.headers['webhook-id'])
})

test('five days without a success turn a webhook off and send an email; one success restarts the count', async () => {
  const hook = await hooked(['order.paid'])
  const since = (time: string) =>
    app.owner.query(`update app.webhook_endpoints set failing_since = now() - $2::interval where id = $1`, [
      hook.key.id,
      time,
    ])
  receiver.answer((_, answer) => void answer.writeHead(500).end())
  await (await order(hook.tenant.id)).pay()
  await tried(hook, 1)
  await since('4 days 23 hours')
  await hook.due()
  await tried(hook, 2)
  assert.equal((await hook.endpoint()).enabled, true)
  await since('5 days 1 minute')
  await hook.due()
  const off = await eventually('off', async () => {
    const endpoint = await hook.endpoint()
    return !endpoint.enabled && endpoint
  })
  assert.equal(off.disabled_by, 'failing')
  await eventually('an email', async () =>
    app.mails.find(({ text }) => text.includes(off.url) && text.includes('five days')),
  )
  assert.equal((await hook.log())[0].state, 'failed')
  receiver.answer((_, answer) => void answer.end())
})

test('[H21] while a secret is rotated both sign; afterwards only the new one', async () => {
  const hook = await hooked(['order.paid'])
  const { body } = await creator('POST', '/webhook-secret', hook.key)
  assert.notEqual(body.secret, hook.secret)
  assert.ok(Date.parse(body.endpoint.old_secret_until) > Date.now() + 23 * 3_600_000)
  const ping = async () => {
    const before = hook.received().length
    assert.equal((await creator('POST', '/webhook-ping', hook.key)).status, 200)
    return eventually('a ping', async () => hook.received()[before])
  }
  const during = await ping()
  assert.equal(during.event.type, 'webhook.ping')
  receiver.verify(during, body.secret)
  receiver.verify(during, hook.secret)
  await app.owner.query('update app.webhook_endpoints set old_secret_until = now() where id = $1', [
    hook.key.id,
  ])
  const later = await ping()
  receiver.verify(later, body.secret)
  assert.throws(() => receiver.verify(later, hook.secret))
  const { rows } = await app.owner.query('select * from app.webhook_endpoints where id = $1', [hook.key.id])
  assert.equal(JSON.stringify(rows).includes(body.secret.slice(6)), false, 'secrets are sealed')
})

test('a failed test event is not retried and does not block the next event', async () => {
  const hook = await hooked(['order.paid'])
  receiver.answer((_, answer) => void answer.writeHead(404).end())
  await creator('POST', '/webhook-ping', hook.key)
  const [failed] = await tried(hook, 1)
  assert.deepEqual([failed.state, failed.type, failed.status], ['failed', 'webhook.ping', 404])
  receiver.answer((_, answer) => void answer.end())
  await creator('POST', '/webhook-ping', hook.key)
  await eventually('the next', async () => (await hook.log())[0].state === 'delivered')
})

test('deliveries that a killed process left behind are sent by the next check', async () => {
  const hook = await hooked(['order.paid'])
  // It had the lease, and no notification was sent for the new events.
  await app.owner.query(
    `update app.webhook_endpoints set lease_id = gen_random_uuid(), lease_until = now() + interval '1 hour' where id = $1`,
    [hook.key.id],
  )
  await (await order(hook.tenant.id)).pay()
  await eventually('written', async () => (await hook.log()).length === 1)
  assert.equal(hook.received().length, 0)
  await app.owner.query('update app.webhook_endpoints set lease_until = now() where id = $1', [hook.key.id])
  await app.database.asService('test: a test', (db) => app.kernel.jobs.send(db, 'webhook-sweep', {}))
  await eventually('delivered', async () => hook.received().length === 1)
})

test('the log covers 30 days; pending deliveries stay', async () => {
  const hook = await hooked(['order.paid'])
  for (let n = 0; n < 3; n++) await (await order(hook.tenant.id)).pay()
  await tried(hook, 3)
  const [newest, middle, oldest] = await hook.log()
  const age = (id: string, days: number) =>
    app.owner.query(
      'update app.webhook_messages set created_at = now() - make_interval(days => $2) where id = $1',
      [id, days],
    )
  await age(oldest.message_id, 31)
  await age(middle.message_id, 29)
  await age(newest.message_id, 40)
  await app.owner.query(
    `update app.webhook_deliveries set state = 'pending', next_at = now() + interval '1 hour' where message_id = $1`,
    [newest.message_id],
  )
  await app.database.asService('test: a test', (db) => app.kernel.jobs.send(db, 'webhook-sweep', {}))
  const left = await eventually('the old one is deleted', async () => {
    const log = await hook.log()
    return log.length === 2 && log
  })
  assert.deepEqual(
    left.map(({ message_id }: { message_id: string }) => message_id),
    [newest.message_id, middle.message_id],
  )
  assert.deepEqual((await hook.log('&state=pending')).length, 1)
  assert.deepEqual((await hook.log(`&before=${newest.message_id}`)).length, 1)
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
