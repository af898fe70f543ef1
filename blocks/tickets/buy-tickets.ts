import { sql } from 'kysely'
import type { Db } from '#kernel/db/database.ts'
import type { Attempt } from '#kernel/http/idempotency.ts'
import { onceByKey } from '#kernel/http/idempotency.ts'
import type { RouteContext } from '#kernel/http/route.ts'
import { addressKey } from '#kernel/limits.ts'
import { providerError } from '#kernel/payments/provider-error.ts'
import { tokenHash } from '#kernel/secrets/one-time-token.ts'
import { CHECKOUT_AWAY } from '#features/orders/errors.ts'
import { letterLanguage } from '#features/orders/letter-language.ts'
import { startOrder } from '#features/orders/start-order.ts'
import { endTied } from '#features/orders/tied-orders.ts'
import { block } from './block.ts'
import { networkOf, openCart } from './carts.ts'
import type { CartRow } from './carts.ts'
import type { Bought, BuyRequest, Holder } from './endpoints.ts'
import { ticketErrors } from './errors.ts'
import { refusing } from './refusals.ts'
import { sealedCode } from './ticket-codes.ts'

/** Each checkout costs a call to the provider, and a person needs few of them. */
const PER_ADDRESS = { points: 60, seconds: 600 }
const PER_ADDRESS_REPEATED = { points: 600, seconds: 600 }

const DONE: Bought = { state: 'done', url: null, receipt: null, embedded: null, ended: [] }

/**
 * Buys what a cart holds, once per Idempotency-Key. A cart that costs nothing needs no order.
 * @throws {AppError} cart_ended, cart_ordered, checkout_busy, holders, answer_missing, buyer_limit, and what startOrder throws
 */
export async function buyTickets(c: RouteContext<BuyRequest>): Promise<Bought> {
  await c.kernel.limits.take('tickets.buy', networkOf(c), PER_ADDRESS_REPEATED)
  return refusing(onceByKey(c, 'buy-tickets', (attempt) => buyOnce(c, attempt)))
}

async function buyOnce(c: RouteContext<BuyRequest>, attempt: Attempt): Promise<Bought> {
  const { kernel, claims, input } = c
  await kernel.limits.take('tickets.checkout', networkOf(c), PER_ADDRESS)
  const tenantId = claims.tenant!
  const cart = await payableCart(c, attempt)
  if (cart.state === 'done') return DONE
  if (cart.state === 'ended') throw ticketErrors.cart_ended()
  const holders = holdersOf(cart, input.holders ?? [])
  const ids = await newIds(c, holders.length)
  const locale = letterLanguage(input.locale, c.request.headers.get('accept-language'))
  const tickets = JSON.stringify(
    holders.map((holder, place) => ({
      ...holder,
      id: ids[place]!,
      language: locale ?? 'en',
      ...sealedCode(kernel.sealer, tenantId, ids[place]!),
    })),
  )
  if (cart.total_cents === 0) {
    await kernel.database.withClaims(claims, (db) =>
      sql`select app.take_free_tickets(${tokenHash(input.cart)}, ${input.email}, ${tickets})`.execute(db),
    )
    return DONE
  }
  const userId = claims.role === 'end_user' ? claims.sub : undefined
  const sale = {
    tenantId,
    seller: block.name,
    plan: block.plan,
    sourceId: cart.id,
    name: cart.title,
    description: null,
    amount: cart.total_cents,
    currency: cart.currency,
    quantity: holders.length,
    lines: cart.lines.map(({ name, unit_price_cents, quantity }) => ({
      name: `${cart.title}: ${name}`,
      amount: unit_price_cents,
      quantity,
    })),
    interval: null,
    perSeat: false,
    limited: true,
    tied: { queue: 'ticket-mail' as const, id: cart.id },
    confirm: async (db: Db, order: { id: string; mode: string }) => {
      await sql`select app.reserve_tickets(${tenantId}, ${order.id}, ${order.mode}, ${userId ?? null}, ${input.email},
        ${tickets})`.execute(db)
    },
  }
  const buyer = {
    ...(userId ? { userId } : {}),
    email: input.email,
    pageUrl: input.page_url,
    ui: input.ui ?? ('page' as const),
    earlier: input.instead_of ?? [],
    network: addressKey(c.clientIp),
    locale,
  }
  const { url, receipt, embedded, ended } = await startOrder(kernel, sale, buyer, attempt)
  return { state: 'pay', url, receipt, embedded, ended }
}

/**
 * The cart, without a checkout that another call opened for it: a buyer who closed it, or whose response was lost, begins again. One
 * that was paid meanwhile is settled.
 */
async function payableCart({ kernel, claims, input }: RouteContext<BuyRequest>, attempt: Attempt) {
  const cart = await openCart(kernel, claims, input.cart)
  // Those that the caller names are ended with the start of the order, which reports them.
  if (cart.state !== 'ordered' || input.instead_of?.length) return cart
  const tied = { tenantId: claims.tenant!, queue: 'ticket-mail' as const, id: cart.id }
  await endTied(kernel, tied, attempt.id).catch((error: unknown) => {
    throw providerError(error, CHECKOUT_AWAY)
  })
  return openCart(kernel, claims, input.cart)
}

/** Ids as the database makes them, in the order of the tickets; codes are sealed to them before the rows exist. */
async function newIds({ kernel, claims }: RouteContext<unknown>, count: number): Promise<string[]> {
  const { rows } = await kernel.database.once<{ id: string }>(claims, {
    name: 'new ids',
    text: 'select app.uuidv7() as id from generate_series(1, $1::integer)',
    values: [count],
  })
  return rows.map(({ id }) => id).toSorted()
}

/**
 * One holder for each ticket of the cart.
 * @throws {AppError} holders if there are more than tickets of a type; answer_missing
 */
function holdersOf(cart: CartRow, given: Holder[]): Holder[] {
  const all = cart.lines.flatMap(({ type_id, quantity, group_size, questions }) => {
    const own = given.filter(({ type }) => type === type_id)
    if (own.length > quantity * group_size) throw ticketErrors.holders()
    return Array.from({ length: quantity * group_size }, (_, place): Holder => {
      const holder = own[place] ?? { type: type_id }
      for (const { id, required, label } of questions)
        if (required && (holder.answers?.[id] ?? '') === '')
          throw ticketErrors.answer_missing({ text: `Please answer: ${label}`, details: { question: id } })
      return { ...holder, answers: knownAnswers(holder.answers, questions) }
    })
  })
  if (given.some(({ type }) => !cart.lines.some(({ type_id }) => type_id === type)))
    throw ticketErrors.holders()
  return all
}

const knownAnswers = (answers: Holder['answers'] = {}, questions: { id: string }[]) =>
  Object.fromEntries(
    Object.entries(answers).filter(([id]) => questions.some((question) => question.id === id)),
  )
