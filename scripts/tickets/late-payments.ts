import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { call, newCartToken, newNetwork, openEvent, untilDone } from './world.ts'
import type { World } from './world.ts'

const AT_ONCE = 12
/** Payment, end and the next buyer come within this time of each other, in milliseconds. */
const WITHIN_MS = 40
const CARD = {
  email: 'late@example.test',
  number: '4242424242424242',
  expiry: '12 / 34',
  cvc: '123',
  name: 'Bo Late',
}

/**
 * One seat, an order for it that ends in the same milliseconds as its payment arrives, and another buyer who wants the seat: again
 * and again. The provider's session stays payable, as after an end that was decided on our side.
 * @returns the events, for `seatFaults`
 */
export async function payLate(world: World, trials: number): Promise<string[]> {
  const events: string[] = []
  let next = 0
  const worker = async () => {
    while (next++ < trials && !world.over.aborted) events.push(await payOnce(world))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return events
}

async function payOnce(world: World): Promise<string> {
  const { query, provider } = world
  const { event, type } = await openEvent(world, 1)
  const lines = [{ type, quantity: 1 }]
  const [cart, from] = [newCartToken(), newNetwork()]
  const held = await call(world, from, `/ticket-events/${event}/hold`, { lines, cart })
  const bought = await call(
    world,
    from,
    '/ticket-cart/buy',
    { cart, email: 'late@example.test', page_url: 'http://shop.localhost:4800/tickets' },
    { 'idempotency-key': randomUUID() },
  )
  if (held.status !== 200 || bought.status !== 200) throw new Error(JSON.stringify([held.body, bought.body]))
  const { url, receipt } = bought.body as { url: string; receipt: string }
  await query("update app.ticket_carts set until_at = now() - interval '1 second' where event_id = $1", [
    event,
  ])
  const paying = async () => {
    await pause(randomInt(WITHIN_MS))
    await untilDone(world, () => provider.submit(url, CARD))
    await call(world, from, '/ticket-cart', { cart, receipt, done: true })
  }
  const ending = async () => {
    await pause(randomInt(WITHIN_MS))
    await query(
      `update public.orders o set status = 'expired' from app.ticket_carts c
       where c.event_id = $1 and c.order_id = o.id and o.status = 'pending'`,
      [event],
    )
  }
  const [other, otherNetwork] = [newCartToken(), newNetwork()]
  const wanting = async () => {
    await pause(randomInt(WITHIN_MS * 4))
    await call(world, otherNetwork, `/ticket-events/${event}/hold`, { lines, cart: other })
    // Every other one keeps the seat, so that nothing is left for a payment that comes later.
    if (randomInt(2)) await call(world, otherNetwork, '/ticket-cart/release', { cart: other })
  }
  await Promise.all([paying(), ending(), wanting()])
  return event
}
