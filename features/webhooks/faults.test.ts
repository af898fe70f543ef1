import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { createAdaptorServer } from '@hono/node-server'
import { eventually } from '#testing/eventually.ts'
import { makeTenant } from '#testing/factories.ts'
import { functionCall } from '#testing/function-call.ts'
import { signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'

// Matches production: the HTTP server replaces the platform's Response with its own.
createAdaptorServer({ fetch: () => new Response() })

/** Paths and ids of the sent messages. */
const requests: { path: string; id: string }[] = []
let statusLine = '200 OK'
/** A receiver that can send responses a standard HTTP server cannot. */
const receiver = createServer((socket) => {
  socket.on('error', () => undefined)
  socket.once('data', (request) => {
    const path = String(request).split(' ')[1]!
    requests.push({ path, id: /^webhook-id: (.*)$/m.exec(String(request))![1]! })
    socket.end(`HTTP/1.1 ${statusLine}\r\ncontent-length: 2\r\n\r\nhi`)
  })
})
await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
after(() => receiver.close())
const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`

const app = await testApp({ worker: true, env: { OUTBOUND_ALLOW: url } })
const ada = await signUp(app, app.anonKey)
const creator = functionCall(app, app.anonKey, ada.access_token)

async function hooked() {
  const tenant = await makeTenant(app.database, { owner: ada.user.id })
  const path = `/${tenant.id}`
  const made = await creator('POST', '/webhook-endpoints', {
    tenant_id: tenant.id,
    mode: 'test',
    url: url + path,
    events: ['product.updated'],
  })
  const key = { tenant_id: tenant.id, id: made.body.endpoint.id as string }
  const query = `tenant_id=${key.tenant_id}&id=${key.id}`
  return {
    ...key,
    url: url + path,
    /** Ids of the sent messages; a repeated message is listed twice. */
    sent: () => requests.filter((one) => one.path === path).map(({ id }) => id),
    /** Creates an event to send. */
    change: () =>
      app.owner.query("insert into public.items (tenant_id, name, price_cents) values ($1, 'Loaf', 100)", [
        tenant.id,
      ]),
    log: async () => (await creator('GET', `/webhook-deliveries?${query}`)).body.deliveries,
    row: async () =>
      (await app.owner.query('select * from app.webhook_endpoints where id = $1', [key.id])).rows[0],
  }
}
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** One delivery, observed long enough to detect a loop. */
async function deliver() {
  const hook = await hooked()
  await hook.change()
  const [first] = await eventually('one attempt is recorded', async () => {
    const log = await hook.log()
    return log[0]?.tries > 0 && log
  })
  await pause(1000)
  return { hook, first, again: (await hook.log())[0] }
}

test('[H24] a status code that HTTP does not define is one failure, retried after its delay', async () => {
  for (const status of [600, 700, 999]) {
    statusLine = `${status} X`
    const { hook, first, again } = await deliver()
    assert.deepEqual(
      [hook.sent().length, first.state, first.tries, first.status, first.error, again.tries],
      [1, 'pending', 1, status, 'The server responded with an invalid status', 1],
    )
    assert.ok(Date.parse(first.next_at) - Date.parse(first.created_at) >= 5000)
    assert.ok((await hook.row()).failing_since, 'it counts towards turning the endpoint off')
  }
  for (const status of ['100 X', '199 X']) {
    statusLine = status
    const { hook, first } = await deliver()
    assert.deepEqual([hook.sent().length, first.tries, first.status], [1, 1, null], status)
  }
})

test('[H24] any exception while sending is recorded as a failure, and the tenth is the last', async () => {
  const { webhookFetch } = app.kernel
  const thrown: string[] = []
  app.kernel.webhookFetch = Object.assign(
    (to: string | URL) => {
      thrown.push(String(to))
      return Promise.reject(new RangeError('unforeseen'))
    },
    {
      check: (address: string | URL) => webhookFetch.check(address),
      close: () => webhookFetch.close(),
    },
  )
  const of = ({ url: to }: { url: string }) => thrown.filter((one) => one === to).length
  try {
    const { hook, first, again } = await deliver()
    assert.deepEqual(
      [of(hook), first.state, first.tries, first.status, first.error, again.tries],
      [1, 'pending', 1, null, 'The request could not be completed', 1],
    )
    const due = async () => {
      await app.owner.query('update app.webhook_deliveries set next_at = now() where endpoint_id = $1', [
        hook.id,
      ])
      await app.owner.query(`select pg_notify('webhook_due', $1)`, [`${hook.tenant_id} ${hook.id}`])
    }
    for (let tries = 2; tries <= 10; tries++) {
      await due()
      await eventually(`attempt ${tries}`, async () => (await hook.log())[0].tries === tries)
    }
    assert.deepEqual([of(hook), (await hook.log())[0].state], [10, 'failed'])
    // Five days without a success turn it off, as after any other failure.
    await app.owner.query(
      "update app.webhook_endpoints set failing_since = now() - interval '6 days' where id = $1",
      [hook.id],
    )
    await hook.change()
    await eventually('it is off', async () => (await hook.row()).disabled_by === 'failing')
  } finally {
    app.kernel.webhookFetch = webhookFetch
  }
})

test('[H24] an attempt whose response the database rejects is recorded without it', async () => {
  statusLine = '500 X'
  await app.owner.query(
    `alter table app.webhook_attempts add constraint refuses check (answer <> 'hi') not valid`,
  )
  try {
    const { hook, again } = await deliver()
    assert.deepEqual([hook.sent().length, again.state, again.tries, again.status], [1, 'pending', 1, 500])
  } finally {
    await app.owner.query('alter table app.webhook_attempts drop constraint refuses')
  }
})

test('[H24] an attempt that cannot be recorded at all is not repeated before the lease expires', async () => {
  statusLine = '500 X'
  await app.owner.query(
    `alter table app.webhook_attempts add constraint refuses check (status <> 500) not valid`,
  )
  try {
    const hook = await hooked()
    await hook.change()
    await eventually('it is sent', async () => hook.sent().length > 0)
    await hook.change() // A new event does not start a delivery either.
    await pause(2000)
    assert.equal(new Set(hook.sent()).size, hook.sent().length)
    assert.ok((await hook.row()).lease_until > new Date(), 'the lease expires on its own')
  } finally {
    await app.owner.query('alter table app.webhook_attempts drop constraint refuses')
  }
})
