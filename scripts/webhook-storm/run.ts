import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { freePorts } from '#testing/test-instance.ts'
import { startInstance } from '../../bench/instance.ts'
import type { Instance } from '../../bench/instance.ts'
import { providerAt } from './provider.ts'
import type { Provider } from './provider.ts'
import { sell } from './sell.ts'
import { openShops } from './shops.ts'
import { verify, watchOrders } from './verify.ts'

/** Prices in minor units. No two of them add up to the third, so that errors cannot cancel out. */
const PRICES = [1250, 999, 2307]
/** Share of events that are delivered twice, so that 30 % of all deliveries are duplicates. */
const DUPLICATES = 3 / 7
/** Period within which all pending deliveries are sent, in a new order for each run of the server. */
const SPREAD_MS = 500
/** Time after which a server is killed even if it has not received its share. */
const MAX_RUN_MS = 10_000
/** Time limit for the remaining deliveries after the last kill. */
const FINAL_DELIVERIES_MS = 600_000

interface Counts {
  pending: number
  delivered: number
  failed: number
}

/**
 * Sells on an instance while the provider's deliveries are paused, then delivers them, shuffled and partly
 * twice, while the server is killed. Finally compares orders with payments.
 * @param say receives progress messages
 */
export async function webhookStorm(deliveries: number, kills: number, say: (line: string) => void) {
  const [sandboxPort] = await freePorts(1)
  const instance = await startInstance({ SANDBOX_PORT: String(sandboxPort), LOG_LEVEL: 'silent' })
  try {
    const provider = providerAt(`http://localhost:${sandboxPort}`, instance.dataDir)
    const shops = await openShops(instance, provider, PRICES)
    await watchOrders(instance)
    await provider.control('deliveries/pause', {})
    await provider.control('deliveries/disorder', { duplicates: DUPLICATES, spreadMs: 0 })
    const sold = await sell(instance, provider, shops, deliveries)
    const waiting = await provider.control<Counts>('deliveries/count')
    say(`${waiting.pending} deliveries of ${sold.paid} payments are pending`)
    await provider.control('deliveries/resume', {})
    for (let killed = 0; killed < kills; killed += 1) {
      await deliverSome(provider, kills - killed)
      await instance.kill()
      await instance.start()
      const { pending } = await provider.control<Counts>('deliveries/count')
      say(`killed ${killed + 1} times, ${pending} deliveries are pending`)
    }
    await deliverRest(provider)
    await processEvents(instance)
    const found = await verify(instance, provider, shops)
    return { deliveries: waiting.pending, kills, sold, attempts: provider.attempts(), ...found }
  } finally {
    await instance.stop()
  }
}

export type Figures = Awaited<ReturnType<typeof webhookStorm>>

/**
 * Delivers about this run's share of the pending deliveries, and returns while the next ones are in flight.
 */
async function deliverSome(provider: Provider, killsLeft: number): Promise<void> {
  const { pending } = await provider.control<Counts>('deliveries/count')
  const rest = pending * (1 - (0.5 + Math.random()) / (killsLeft + 1))
  await provider.control('deliveries/shuffle', { spreadMs: SPREAD_MS, failed: true })
  const until = Date.now() + MAX_RUN_MS
  for (;;) {
    await pause(20)
    const counts = await provider.control<Counts>('deliveries/count')
    if (counts.pending <= rest || Date.now() > until) break
  }
  // Deliveries in flight continue. The others are postponed, because they would fail until the next start.
  await provider.control('deliveries/shuffle', { spreadMs: 3_600_000, failed: true })
  await pause(randomInt(100))
}

async function deliverRest(provider: Provider): Promise<void> {
  const until = Date.now() + FINAL_DELIVERIES_MS
  for (;;) {
    await provider.control('deliveries/shuffle', { spreadMs: 0, failed: true })
    await pause(500)
    const { pending, failed } = await provider.control<Counts>('deliveries/count')
    if (pending + failed === 0) return
    if (Date.now() > until) throw new Error(`${pending + failed} deliveries failed`)
  }
}

/**
 * Waits until all events are processed. The queue retries jobs of a killed server after minutes, and the next
 * start does after a quarter of an hour, so this function moves their times back.
 */
async function processEvents(instance: Instance): Promise<void> {
  const owner = new pg.Client({ connectionString: instance.databaseUrl })
  owner.on('error', () => undefined)
  await owner.connect()
  const open = async (): Promise<number> => {
    const { rows } = await owner.query<{ n: string }>(
      'select count(*) as n from app.stripe_events where processed_at is null',
    )
    return Number(rows[0]!.n)
  }
  const until = Date.now() + FINAL_DELIVERIES_MS
  let before = await open()
  for (let still = 0; before > 0;) {
    await pause(250)
    const now = await open()
    still = now < before ? 0 : still + 1
    before = now
    if (Date.now() > until) break
    if (still < 20) continue
    await owner.query(
      `update app.stripe_events set tried_at = tried_at - interval '20 minutes', received_at = received_at - interval '20 minutes'
       where processed_at is null`,
    )
    await instance.kill()
    await instance.start()
    still = 0
  }
  await owner.end()
}

/** The violations, as messages; empty if there are none. */
export function faultsOf(figures: Figures): string[] {
  const { paid, refunded, mismatched, events, paidTwice, becamePaid, paidOrders, sold, unpaid, problems } =
    figures
  const unequal = (what: string, a: number, b: number): string[] =>
    a === b ? [] : [`${what}: ${a} and ${b}`]
  return [
    ...mismatched.slice(0, 20).map((one) => `a payment does not match exactly one order: ${one}`),
    ...paidTwice.slice(0, 20).map((id) => `order ${id} became paid more than once`),
    ...unequal('minor units paid, at the provider and of orders', paid.provider, paid.orders),
    ...unequal('minor units refunded, at the provider and of orders', refunded.provider, refunded.orders),
    ...unequal('buyers who paid, and paid orders', sold.paid, paidOrders),
    ...unequal('paid orders, and times that one became paid', paidOrders, becamePaid),
    ...unequal('events sent, and kept', events.sent, events.kept),
    ...(unpaid ? [`${unpaid} orders are marked as paid without a payment`] : []),
    ...(problems ? [`${problems} orders have a problem`] : []),
    ...(events.open ? [`${events.open} events are not processed`] : []),
    ...(events.failed ? [`${events.failed} events failed`] : []),
  ]
}
