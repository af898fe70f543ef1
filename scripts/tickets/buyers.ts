import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { call, newCartToken, untilDone } from './world.ts'
import type { World } from './world.ts'

/** Requests under way at once, as from as many browsers. */
const AT_ONCE = 64
const CARD = {
  email: 'buyer@example.test',
  number: '4242424242424242',
  expiry: '12 / 34',
  cvc: '123',
  name: 'Bo Buyer',
}

/** How buyers ended. */
export interface Tally {
  paid: number
  /** Left with seats in a cart, or with an open checkout. */
  left: number
  /** The card was declined. */
  declined: number
  /** Never got a seat. */
  soldOut: number
  /** Times that a cart was refused because nothing was left. */
  refusals: number
}

/** What a buyer does with seats. Most pay. */
type Way = 'pays' | 'leaves the cart' | 'leaves the checkout' | 'is declined' | 'releases'
const WAYS: Way[] = ['leaves the cart', 'leaves the checkout', 'is declined', 'releases']

interface Round {
  event: string
  type: string
  /** Whether every seat is sold, as the database says. */
  isOver: () => boolean
}

/** Lets all buyers try at once until every seat is sold. */
export async function rush(world: World, round: Round, buyers: number): Promise<Tally> {
  const tally: Tally = { paid: 0, left: 0, declined: 0, soldOut: 0, refusals: 0 }
  let next = 0
  const browser = async () => {
    for (let turn = next++; turn < buyers && !world.over.aborted; turn = next++)
      await buy(world, round, wayOf(turn), tally)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, browser))
  return tally
}

/** One in six does not pay. */
const wayOf = (turn: number): Way => (turn % 6 === 5 ? WAYS[Math.floor(turn / 6) % WAYS.length]! : 'pays')

async function buy(world: World, { event, type, isOver }: Round, way: Way, tally: Tally): Promise<void> {
  let cart = newCartToken()
  const lines = [{ type, quantity: 1 }]
  for (;;) {
    const { status, body } = await call(world, `/ticket-events/${event}/hold`, { lines, cart })
    if (status === 200) break
    // Its response was lost, and the cart's time was over before the request was repeated: begin again.
    if (body.code === 'cart_ended') {
      cart = newCartToken()
      continue
    }
    if (body.code !== 'sold_out') throw new Error(`hold: ${JSON.stringify(body)}`)
    tally.refusals += 1
    if (isOver()) return void (tally.soldOut += 1)
    // Not all wait: most leave at once, as people do, and others take their place.
    if (randomInt(4) > 0) return void (tally.soldOut += 1)
    await pause(randomInt(50, 400))
  }
  if (way === 'leaves the cart') return void (tally.left += 1)
  if (way === 'releases') {
    await call(world, '/ticket-cart/release', { cart })
    return void (tally.left += 1)
  }
  const order = await call(
    world,
    '/ticket-cart/buy',
    { cart, email: 'buyer@example.test', page_url: 'http://shop.localhost:4800/tickets' },
    { 'idempotency-key': randomUUID() },
  )
  // The cart's time was over before.
  if (order.body.code === 'cart_ended') return void (tally.left += 1)
  if (order.status !== 200) throw new Error(`buy: ${JSON.stringify(order.body)}`)
  const { url, receipt } = order.body as { url: string; receipt: string }
  if (way === 'leaves the checkout') return void (tally.left += 1)
  const number = way === 'is declined' ? '4000000000000002' : CARD.number
  await untilDone(world, () => world.provider.submit(url, { ...CARD, number }))
  if (way === 'is declined') return void (tally.declined += 1)
  const { body } = await call(world, '/ticket-cart', { cart, receipt, done: true })
  if (body.state === 'done') tally.paid += 1
  else tally.left += 1
}
