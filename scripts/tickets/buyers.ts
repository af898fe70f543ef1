import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { tokenHash } from '#kernel/secrets/one-time-token.ts'
import type { LeftCarts } from './clock.ts'
import { call, newCartToken, newNetwork, untilDone } from './world.ts'
import type { World } from './world.ts'

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
  /** Times that seats were asked for. */
  holds: number
  /** Longest time from a buyer's first call to the last, of those who paid, in milliseconds. */
  slowestMs: number
}

export const NO_BUYERS: Tally = { paid: 0, left: 0, declined: 0, soldOut: 0, holds: 0, slowestMs: 0 }

/** What a buyer does with seats. Most pay. */
type Way = 'pays' | 'leaves the cart' | 'leaves the checkout' | 'is declined' | 'releases'
const WAYS: Way[] = ['leaves the cart', 'leaves the checkout', 'is declined', 'releases']

export interface Round {
  event: string
  type: string
  /** Whether every seat is sold, as the database says. */
  isOver: () => boolean
  left: LeftCarts
}

/** Lets all buyers come at the same moment, each from a network of their own, and returns when each has paid or left. */
export async function rush(world: World, round: Round, buyers: number): Promise<Tally> {
  const tally = { ...NO_BUYERS }
  await Promise.all(Array.from({ length: buyers }, () => buy(world, round, tally)))
  return tally
}

/** One in six of those who get a seat does not pay. */
const anyWay = (): Way => (randomInt(6) === 0 ? WAYS[randomInt(WAYS.length)]! : 'pays')

/** Most leave when they read that nothing is left; one in ten tries again every second until all is sold. */
const isPatient = () => randomInt(10) === 0

async function buy(world: World, { event, type, isOver, left }: Round, tally: Tally): Promise<void> {
  const came = Date.now()
  const from = newNetwork()
  let cart = newCartToken()
  const leave = () => {
    left.push(tokenHash(cart))
    tally.left += 1
  }
  const stays = isPatient()
  for (;;) {
    tally.holds += 1
    const { status, body } = await call(world, from, `/ticket-events/${event}/hold`, {
      lines: [{ type, quantity: 1 }],
      cart,
    })
    if (status === 200) break
    // Its response was lost, and the cart's time was over before the request was repeated: begin again.
    if (body.code === 'cart_ended') {
      cart = newCartToken()
      continue
    }
    if (body.code !== 'sold_out') throw new Error(`hold: ${JSON.stringify(body)}`)
    if (!stays || isOver()) return void (tally.soldOut += 1)
    await pause(randomInt(500, 1500))
  }
  const way = anyWay()
  if (way === 'leaves the cart') return leave()
  if (way === 'releases') {
    await call(world, from, '/ticket-cart/release', { cart })
    return leave()
  }
  const order = await call(
    world,
    from,
    '/ticket-cart/buy',
    { cart, email: `${randomUUID()}@example.test`, page_url: 'http://shop.localhost:4800/tickets' },
    { 'idempotency-key': randomUUID() },
  )
  // The cart's time was over before.
  if (order.body.code === 'cart_ended') return leave()
  if (order.status !== 200) throw new Error(`buy: ${JSON.stringify(order.body)}`)
  const { url, receipt } = order.body as { url: string; receipt: string }
  if (way === 'leaves the checkout') return leave()
  const number = way === 'is declined' ? '4000000000000002' : CARD.number
  await untilDone(world, () => world.provider.submit(url, { ...CARD, number }))
  if (way === 'is declined') {
    left.push(tokenHash(cart))
    return void (tally.declined += 1)
  }
  const { body } = await call(world, from, '/ticket-cart', { cart, receipt, done: true })
  if (body.state !== 'done') return leave()
  tally.paid += 1
  tally.slowestMs = Math.max(tally.slowestMs, Date.now() - came)
}
