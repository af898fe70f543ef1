import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { afterRetries, setRuleAfterRetries } from './invoices/collection.ts'
import type { AfterRetries } from './invoices/collection.ts'
import { advanceTime } from './time/due-work.ts'
import type { Faults } from './api/faults.ts'
import { createAccountControl } from './control-accounts.ts'
import { resetPayments } from './reset.ts'
import type Stripe from 'stripe'
import { transaction } from '../database.ts'
import { disputeReasons, openDispute } from './objects/disputes.ts'
import type { DisputeReason } from './objects/disputes.ts'
import { settleRefund } from './objects/refund-settlement.ts'
import type { RefundHidden } from './objects/refund-settlement.ts'
import type { EventObject } from './webhooks/events.ts'
import type { Disorder } from './webhooks/deliveries.ts'
import type { Attempt } from './webhooks/send.ts'
import type { World } from './world.ts'

const TEN_YEARS = 10 * 366 * 24 * 60 * 60

/** The control API under `/_sandbox`, for tests and inspection. The product never calls it. */
export function createControl(world: World, faults: Faults): Hono {
  const app = new Hono()

  app.get('/contract', (c) => c.json(world.log.report()))

  app.get('/events', (c) => {
    const type = c.req.query('type')
    const kinds = ['event', 'v2.core.event'] as const
    const events = kinds
      .flatMap((kind) => world.objects.everywhere<EventObject>(kind))
      .filter((one) => type === undefined || one.data.type === type)
    return c.json(events.map(({ data }) => ({ ...data, deliveries: world.deliveries.list(data.id) })))
  })

  app.get('/deliveries', (c) => c.json(world.deliveries.list(c.req.query('event'))))

  app.post('/events/:id/replay', async (c) => {
    const deliveries = world.deliveries.list(c.req.param('id'))
    if (deliveries.length === 0) return c.json({ error: 'No such event, or no endpoint receives it.' }, 404)
    const order = (await readBody(c.req.raw)) as { times?: number; parallel?: boolean; endpoint?: string }
    const chosen = deliveries.filter(
      (one) => order.endpoint === undefined || one.endpoint_id === order.endpoint,
    )
    const results: Attempt[] = []
    for (const one of chosen) results.push(...(await repeat(() => world.deliveries.replay(one), order)))
    return c.json({ attempts: results })
  })

  app.post('/deliveries/:id/replay', async (c) => {
    const delivery = world.deliveries.find(c.req.param('id'))
    if (!delivery) return c.json({ error: 'No such delivery.' }, 404)
    const order = (await readBody(c.req.raw)) as { times?: number; parallel?: boolean }
    return c.json({ attempts: await repeat(() => world.deliveries.replay(delivery), order) })
  })

  app.post('/deliveries/pause', (c) => {
    world.deliveries.pause()
    return c.json({ paused: true })
  })
  app.post('/deliveries/resume', (c) => {
    world.deliveries.resume()
    return c.json({ paused: false })
  })

  app.post('/deliveries/shuffle', async (c) => {
    const { spreadMs = 0, failed } = (await readBody(c.req.raw)) as { spreadMs?: number; failed?: boolean }
    if (!(spreadMs >= 0)) return c.json({ error: 'spreadMs: 0 or more.' }, 400)
    return c.json({ shuffled: world.deliveries.shuffle(spreadMs, failed === true) })
  })
  app.get('/deliveries/count', (c) => c.json(world.deliveries.count()))
  app.post('/deliveries/disorder', async (c) => {
    const { duplicates = 0, spreadMs = 0 } = (await readBody(c.req.raw)) as Partial<Disorder>
    if (!(duplicates >= 0 && duplicates <= 1 && spreadMs >= 0))
      return c.json({ error: 'duplicates: 0 to 1; spreadMs: 0 or more.' }, 400)
    world.deliveries.disorder = { duplicates, spreadMs }
    return c.json(world.deliveries.disorder)
  })

  app.post('/faults', async (c) => {
    const fault = (await readBody(c.req.raw)) as Parameters<Faults['add']>[0]
    const { status, reset, delayMs } = fault
    if (status === undefined && reset === undefined && delayMs === undefined)
      return c.json({ error: 'Say status (400 to 599), reset ("before" or "after") or delayMs.' }, 400)
    if (status !== undefined && !(status >= 400 && status <= 599))
      return c.json({ error: 'status: 400 to 599.' }, 400)
    if (reset !== undefined && reset !== 'before' && reset !== 'after')
      return c.json({ error: 'reset: "before" or "after".' }, 400)
    faults.add(fault)
    return c.json({ waiting: faults.list() })
  })
  app.get('/faults', (c) => c.json({ waiting: faults.list() }))

  app.post('/clock', async (c) => {
    const { advanceSeconds } = (await readBody(c.req.raw)) as { advanceSeconds?: number }
    if (!Number.isInteger(advanceSeconds) || advanceSeconds! < 0 || advanceSeconds! > TEN_YEARS)
      return c.json({ error: 'advanceSeconds: a whole number, 0 to ten years.' }, 400)
    const done = advanceTime(world, advanceSeconds!)
    return c.json({ now: new Date(world.clock.milliseconds()).toISOString(), done })
  })
  app.get('/clock', (c) => c.json({ now: new Date(world.clock.milliseconds()).toISOString() }))

  app.post('/dunning', async (c) => {
    const { afterRetries: rule } = (await readBody(c.req.raw)) as { afterRetries?: AfterRetries }
    if (!rule || !afterRetries.includes(rule))
      return c.json({ error: `afterRetries: one of ${afterRetries.join(', ')}.` }, 400)
    setRuleAfterRetries(world, rule)
    return c.json({ afterRetries: rule })
  })

  app.post('/refunds/:id/settle', (c) => {
    const refund = world.objects.findAnywhere<Stripe.Refund, RefundHidden>('refund', c.req.param('id'))
    if (!refund?.hidden.becomes) return c.json({ error: 'No such refund, or it has ended.' }, 404)
    transaction(world.database, () => settleRefund(world, refund))
    world.deliveries.wake()
    return c.json({ status: refund.data.status })
  })
  app.post('/disputes', async (c) => {
    const { charge: id, reason = 'fraudulent' } = (await readBody(c.req.raw)) as Record<string, string>
    const charge = world.objects.findAnywhere<Stripe.Charge>('charge', id ?? '')
    if (!charge?.data.paid || charge.data.disputed)
      return c.json({ error: 'charge must be a paid payment without a dispute.' }, 400)
    if (!disputeReasons.includes(reason as DisputeReason))
      return c.json({ error: `reason: one of ${disputeReasons.join(', ')}.` }, 400)
    const dispute = transaction(world.database, () =>
      openDispute(world, charge.scope, charge.data, reason as DisputeReason),
    )
    world.deliveries.wake()
    return c.json(dispute)
  })

  app.route('/accounts', createAccountControl(world))

  app.post('/reset', async (c) => {
    const { endpoints } = (await readBody(c.req.raw)) as { endpoints?: boolean }
    resetPayments(world, faults, endpoints === true)
    return c.json({ reset: true })
  })
  return app
}

async function readBody(request: Request): Promise<unknown> {
  const text = await request.text()
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch {
    throw new HTTPException(400, { message: 'The body is not JSON.' })
  }
}

async function repeat(
  send: () => Promise<Attempt>,
  order: { times?: number; parallel?: boolean },
): Promise<Attempt[]> {
  const times = Math.min(Math.max(order.times ?? 1, 1), 1000)
  if (order.parallel) return Promise.all(Array.from({ length: times }, send))
  const attempts: Attempt[] = []
  for (let sent = 0; sent < times; sent += 1) attempts.push(await send())
  return attempts
}
