import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '#testing/eventually.ts'
import type { WebhookReceiver } from '#testing/webhook-receiver.ts'
import { webhookWorld } from '#testing/webhook-world.ts'

const { receiver, slow, app, ada, creator, hooked, tried, order } = await webhookWorld()

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
