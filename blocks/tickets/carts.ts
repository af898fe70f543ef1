import { sql } from 'kysely'
import type { Claims } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import { againAfterDeadlock } from '#kernel/db/again.ts'
import type { RouteContext } from '#kernel/http/route.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { addressKey } from '#kernel/limits.ts'
import { keyedHash } from '#kernel/secrets/keyed-hash.ts'
import { newToken, tokenHash } from '#kernel/secrets/one-time-token.ts'
import { lookByReceipt } from '#features/orders/order-status.ts'
import type { Cart, WantedTickets } from './endpoints.ts'
import { ticketErrors } from './errors.ts'
import { inTurn } from '#kernel/in-turn.ts'
import { found, refusing } from './refusals.ts'

/** Choosing tickets takes several calls; guessing codes takes many. */
const HOLDS_PER_ADDRESS = { points: 120, seconds: 600 }
const READS_PER_ADDRESS = { points: 1200, seconds: 600 }
/** Each costs a request to the provider. */
const QUERIES_PER_ADDRESS = { points: 60, seconds: 600 }

/** A cart as the database returns it. */
export type CartRow = Omit<Cart, 'cart'> & { id: string }

export const networkOf = ({ claims, clientIp }: Pick<RouteContext<unknown>, 'claims' | 'clientIp'>) =>
  `${claims.tenant} ${addressKey(clientIp)}`

interface HoldRequest {
  event: string
  lines: WantedTickets[]
  code?: string
  cart?: string
  seen_cents?: number
}

/**
 * Takes seats for a cart, all or nothing, or changes what it has.
 * @throws {AppError} the refusals of `app.hold_tickets`, and price_changed
 */
export async function holdTickets(c: RouteContext<HoldRequest>): Promise<Cart> {
  const { kernel, claims, input } = c
  await kernel.limits.take('tickets.hold', networkOf(c), HOLDS_PER_ADDRESS)
  const token = input.cart ?? newToken()
  const { secretKeys, auth } = kernel.config
  const network = keyedHash(secretKeys, 'holders of tickets').make(networkOf(c))
  // One statement and one transaction: the seats are locked for others only while it runs.
  const { rows } = await refusing(
    // However the id is spelled, and none of another tenant: neither can skip the queue or fill it.
    inTurn(`${claims.tenant} ${input.event.toLowerCase()}`, () =>
      againAfterDeadlock(() =>
        kernel.database.once<{ cart: CartRow | null }>(claims, {
          name: 'hold tickets',
          text: 'select app.hold_cart($1, $2, $3, $4, $5, $6, $7) as cart',
          values: [
            input.event,
            tokenHash(token),
            network,
            input.code || null,
            JSON.stringify(input.lines),
            auth.limitFactor,
            input.seen_cents ?? null,
          ],
        }),
      ),
    ),
  )
  return shown(found(rows[0]?.cart, ticketErrors.cart_ended), token)
}

/** @throws {AppError} cart_ended for an unknown token */
export async function readCart(
  c: RouteContext<{ cart: string; receipt?: string; done?: true }>,
): Promise<Cart> {
  const { kernel, claims, input } = c
  await kernel.limits.take('tickets.read', networkOf(c), READS_PER_ADDRESS)
  if (input.receipt && input.done) {
    await kernel.limits.take('tickets.query', networkOf(c), QUERIES_PER_ADDRESS)
    await lookByReceipt(kernel, claims.tenant!, input.receipt)
  }
  return shown(await openCart(kernel, claims, input.cart), input.cart)
}

/**
 * Replaces the token of a cart that was opened by a link, which its sender may know, by one that only this browser has. Repeated with
 * the same two tokens, it changes nothing.
 * @throws {AppError} cart_ended for an unknown token, and for a cart that is over
 */
export async function ownCart(c: RouteContext<{ cart: string; own: string }>): Promise<Cart> {
  const { kernel, claims, input } = c
  await kernel.limits.take('tickets.read', networkOf(c), READS_PER_ADDRESS)
  const cart = await kernel.database.withClaims(claims, async (db) => {
    const { rows } = await sql<{ owned: boolean }>`
      select app.own_cart(${tokenHash(input.cart)}, ${tokenHash(input.own)}) as owned`.execute(db)
    return rows[0]!.owned ? cartOf(db, input.own) : null
  })
  return shown(found(cart, ticketErrors.cart_ended), input.own)
}

export async function releaseCart({
  kernel,
  claims,
  input,
}: RouteContext<{ cart: string }>): Promise<{ released: boolean }> {
  const { rows } = await kernel.database.withClaims(claims, (db) =>
    sql<{ released: boolean }>`select app.release_cart(${tokenHash(input.cart)}) as released`.execute(db),
  )
  return { released: rows[0]!.released }
}

/** The cart that a token proves. @throws {AppError} cart_ended */
export const openCart = async (kernel: Kernel, claims: Claims, token: string): Promise<CartRow> =>
  found(await kernel.database.withClaims(claims, (db) => cartOf(db, token)), ticketErrors.cart_ended)

async function cartOf(db: Db, token: string): Promise<CartRow | null> {
  const { rows } = await sql<{ cart: CartRow | null }>`
    select app.ticket_cart(${tokenHash(token)}) as cart`.execute(db)
  return rows[0]?.cart ?? null
}

function shown({ id, ...cart }: CartRow, token: string): Cart {
  void id
  return { ...cart, cart: token }
}
