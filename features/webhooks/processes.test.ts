import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openKernel } from '#kernel/kernel.ts'
import { createLogger } from '#kernel/log.ts'
import { startWorker } from '#server/worker.ts'
import { eventually } from '#testing/eventually.ts'
import { makeTenant } from '#testing/factories.ts'
import { functionCall } from '#testing/function-call.ts'
import { signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'
import { webhookReceiver } from '#testing/webhook-receiver.ts'

const receiver = await webhookReceiver()
const app = await testApp({ env: { OUTBOUND_ALLOW: receiver.url } })
const ada = await signUp(app, app.anonKey)
const tenant = await makeTenant(app.database, { owner: ada.user.id })
await functionCall(app, app.anonKey, ada.access_token)('POST', '/webhook-endpoints', {
  tenant_id: tenant.id,
  mode: 'test',
  url: receiver.url,
  events: ['product.updated'],
})

/** Another process of the same service. */
async function process() {
  const kernel = openKernel(app.config, app.appUrl, { log: createLogger('silent') })
  await startWorker(kernel)
  let ended: Promise<void> | undefined
  const end = () => (ended ??= kernel.close())
  app.beforeDrop(end)
  return end
}

const add = (count: number) =>
  app.owner.query(
    `insert into public.items (tenant_id, name, price_cents) select $1, 'Loaf ' || n, 100 from generate_series(1, $2) as n`,
    [tenant.id, count],
  )
const states = async () =>
  (await app.owner.query('select state, count(*)::int as n from app.webhook_deliveries group by state')).rows

test('[H24] several processes act as one sender: five in flight in total, every event sent once', async () => {
  const ends = await Promise.all([process(), process(), process()])
  receiver.answer((_, answer) => void setTimeout(() => answer.end(), 20))
  for (let n = 0; n < 8; n++) await add(5)
  await eventually(
    'all are delivered',
    async () => {
      const [only, ...others] = await states()
      return others.length === 0 && only.state === 'delivered' && only.n === 40
    },
    30,
  )
  assert.equal(receiver.received.length, 40)
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 40)
  assert.ok(receiver.inFlight.most <= 5, `${receiver.inFlight.most} at once`)
  await Promise.all(ends.map((end) => end()))
})

test('a process that shuts down releases its endpoints, and another continues immediately', async () => {
  const [first, second] = [await process(), await process()]
  const before = receiver.received.length
  receiver.answer((_, answer) => void setTimeout(() => answer.end(), 30))
  for (let n = 0; n < 4; n++) await add(10)
  await eventually('some are on their way', async () => receiver.received.length > before + 3)
  await first()
  await eventually(
    'all arrive',
    async () =>
      new Set(receiver.received.slice(before).map(({ headers }) => headers['webhook-id'])).size === 40,
    30,
  )
  await second()
})
