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

/** Prices in minor units that no two of which add up to a third: a sum that is right is right for that reason. */
const PRICES = [1250, 999, 2307]
/** Of three deliveries that are meant, so many more are sent: three in ten of all are then the second of their event. */
const DUPLICATES = 3 / 7
/** Milliseconds within which all that waits is sent, in a new order for each life of the server. */
const SPREAD = 500
/** Milliseconds after which a server is killed that is too slow for its share. */
const LONGEST_LIFE = 10_000
/** Milliseconds for what is left after the last kill. */
const LAST_CHANCE = 600_000

interface Counts {
  pending: number
  delivered: number
  failed: number
}

/**
 * Sells at an instance while the provider's deliveries are held back, then lets them come, shuffled and in part twice,
 * while the server is killed, and compares orders with payments when the last one is worked off.
 * @param say told what goes on
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
    say(`${waiting.pending} deliveries of ${sold.paid} payments wait`)
    await provider.control('deliveries/resume', {})
    for (let killed = 0; killed < kills; killed += 1) {
      await deliverSome(provider, kills - killed)
      await instance.kill()
      await instance.start()
      const { pending } = await provider.control<Counts>('deliveries/count')
      say(`killed ${killed + 1} times, ${pending} deliveries wait`)
    }
    await deliverRest(provider)
    await workOff(instance)
    const found = await verify(instance, provider, shops)
    return { deliveries: waiting.pending, kills, sold, attempts: provider.attempts(), ...found }
  } finally {
    await instance.stop()
  }
}

export type Figures = Awaited<ReturnType<typeof webhookStorm>>

/** Lets about this life's share of what waits come in, all of it as soon as it can, and returns amid the next ones. */
async function deliverSome(provider: Provider, livesLeft: number): Promise<void> {
  const { pending } = await provider.control<Counts>('deliveries/count')
  const rest = pending * (1 - (0.5 + Math.random()) / (livesLeft + 1))
  await provider.control('deliveries/shuffle', { spreadMs: SPREAD, failed: true })
  const until = Date.now() + LONGEST_LIFE
  for (;;) {
    await pause(20)
    const counts = await provider.control<Counts>('deliveries/count')
    if (counts.pending <= rest || Date.now() > until) break
  }
  // What is on its way stays so. The others would only knock at a closed door until the next start.
  await provider.control('deliveries/shuffle', { spreadMs: 3_600_000, failed: true })
  await pause(randomInt(100))
}

async function deliverRest(provider: Provider): Promise<void> {
  const until = Date.now() + LAST_CHANCE
  for (;;) {
    await provider.control('deliveries/shuffle', { spreadMs: 0, failed: true })
    await pause(500)
    const { pending, failed } = await provider.control<Counts>('deliveries/count')
    if (pending + failed === 0) return
    if (Date.now() > until) throw new Error(`${pending + failed} deliveries could not be made`)
  }
}

/**
 * Waits until all events are worked. Jobs that died with a server are taken up by the queue after minutes, and by the
 * next start after a quarter of an hour: that time is made to pass.
 */
async function workOff(instance: Instance): Promise<void> {
  const owner = new pg.Client({ connectionString: instance.databaseUrl })
  owner.on('error', () => undefined)
  await owner.connect()
  const open = async (): Promise<number> => {
    const { rows } = await owner.query<{ n: string }>(
      'select count(*) as n from app.stripe_events where processed_at is null',
    )
    return Number(rows[0]!.n)
  }
  const until = Date.now() + LAST_CHANCE
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

/** What must not be, in words; none when all is well. */
export function faultsOf(figures: Figures): string[] {
  const { paid, refunded, mismatched, events, paidTwice, becamePaid, paidOrders, sold, unpaid, problems } =
    figures
  const unequal = (what: string, a: number, b: number): string[] =>
    a === b ? [] : [`${what}: ${a} and ${b}`]
  return [
    ...mismatched.slice(0, 20).map((one) => `a payment is not one order: ${one}`),
    ...paidTwice.slice(0, 20).map((id) => `order ${id} became paid more than once`),
    ...unequal('minor units paid, at the provider and of orders', paid.provider, paid.orders),
    ...unequal('minor units refunded, at the provider and of orders', refunded.provider, refunded.orders),
    ...unequal('buyers who paid, and paid orders', sold.paid, paidOrders),
    ...unequal('paid orders, and times that one became paid', paidOrders, becamePaid),
    ...unequal('events sent, and kept', events.sent, events.kept),
    ...(unpaid ? [`${unpaid} orders say paid without a payment`] : []),
    ...(problems ? [`${problems} orders have a problem`] : []),
    ...(events.open ? [`${events.open} events are not worked off`] : []),
    ...(events.failed ? [`${events.failed} events failed`] : []),
  ]
}
