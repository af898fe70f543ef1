import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type Stripe from 'stripe'
import { isChargeable } from '#kernel/browser/money.ts'
import type { PaymentMode } from '#kernel/config.ts'
import { againAfterDeadlock } from '#kernel/db/again.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { tokenHash } from '#kernel/secrets/one-time-token.ts'
import { keyedHash } from '#kernel/secrets/keyed-hash.ts'
import { cannotCharge, providerError, refusesCurrency } from '#kernel/payments/provider-error.ts'
import { CHECKOUT_AWAY, orderErrors } from './errors.ts'
import type { Attempt } from '#kernel/http/idempotency.ts'
import { endCheckout, endEarlier, expireSession, otherCheckout } from './one-checkout.ts'
import type { OtherCheckout } from './one-checkout.ts'
import { openCheckout } from './open-checkout.ts'
import type { OpenOrder } from './open-checkout.ts'
import type { TiedQueue } from './tied-queue.ts'
import { allowedReturnUrl } from './return/allowed-return-url.ts'

/** The item that is sold, as the server read it from the seller's own table. */
export interface Sale {
  tenantId: string
  /** The selling block, for example `pay`. */
  seller: string
  /** The plan that the tenant's owner needs for live sales. */
  plan: string
  sourceId: string
  name: string
  description: string | null
  /** Path of a picture on this server that everyone can read. */
  picture?: string | null
  /** The price of one unit, in minor units of `currency`; not used when `lines` are given. */
  amount: number
  currency: string
  /** Units; with `lines`, what the seller counts: they need not add up to it. */
  quantity: number
  /** Several things with their own prices in one checkout. It is one order, paid and refunded as a whole or in part. */
  lines?: readonly SaleLine[]
  /** The billing interval; null for a one-time payment. */
  interval: 'week' | 'month' | 'year' | null
  /** Sold per seat: members of the buyer's team have access, as many as `quantity`. */
  perSeat: boolean
  /** Stock is limited, so the checkout reserves it and expires early. */
  limited: boolean
  /**
   * Called in the transaction that creates the order, after the order's triggers have locked the seller's row. It throws
   * when the sale no longer applies. A seller that keeps rows of an order stores them here.
   */
  confirm: (db: Db, order: Pick<OpenOrder, 'id' | 'mode'>) => Promise<void>
  /**
   * What waits for the payment. The transaction that marks the order as paid queues a job with `{ tenant_id, order_id, tied_id }`, so
   * it is queued whatever reports the payment, and repeated until it succeeds.
   */
  tied?: { queue: TiedQueue; id: string }
}

/** One kind of thing in a sale of several. Free ones are not sent to the provider. */
export interface SaleLine {
  name: string
  /** Minor units of the sale's currency, for one. */
  amount: number
  quantity: number
}

/** What a sale costs in all, in minor units. */
export const totalOf = ({ lines, amount, quantity }: Pick<Sale, 'lines' | 'amount' | 'quantity'>): number =>
  lines ? lines.reduce((sum, line) => sum + line.amount * line.quantity, 0) : amount * quantity

export interface Buyer {
  /** The tenant's end user, when signed in. */
  userId?: string
  email?: string
  /** The page to return to. */
  pageUrl: string
  /** The provider's own page, or its checkout embedded in the buyer's page. */
  ui: 'page' | 'embedded'
  /** Receipts of checkouts that the buyer's browser started before. */
  earlier: string[]
  /** The buyer's language, if emails support it. */
  locale: string | null
  /** The buyer's network, as rate limits count it. */
  network: string
}

export interface StartedOrder {
  orderId: string
  /** URL of the provider's hosted checkout; null for an embedded one. */
  url: string | null
  /** A secret that lets the buyer read the order's state. Only its hash is stored. */
  receipt: string
  embedded: { client_secret: string; publishable_key: string; account: string } | null
  /** Earlier receipts whose checkouts have ended. */
  ended: string[]
}

/**
 * Opens a checkout on the tenant's own account (direct charge). The pending order is stored before the
 * provider is called, so every payment has an order.
 * @param attempt the attempt of `onceByKey`; repeating it returns the same order and the same checkout
 * @throws {AppError} bad_page, site_not_listed, cannot_sell, not_embeddable, already_subscribed,
 *   checkout_busy, sold_out, too_few_left, too_many_held, not_chargeable, currency_refused; what `sale.confirm`
 *   throws; payments_refused or payments_unavailable when the provider fails
 */
export async function startOrder(
  kernel: Kernel,
  sale: Sale,
  buyer: Buyer,
  attempt: Attempt,
): Promise<StartedOrder> {
  if (!isChargeable(totalOf(sale), sale.currency)) throw orderErrors.not_chargeable()
  const [receipt, state] = [proofOf(attempt, 'receipt'), proofOf(attempt, 'state')]
  const ended = await endEarlier(kernel, sale, buyer, attempt.id)
  const order = await createOrder(kernel, sale, buyer, { id: attempt.id, receipt, state })
  try {
    const session = await openCheckout(kernel, sale, buyer, order, state)
    const updated = await kernel.database.asService('closed: store the session of an order', (db) =>
      db
        .updateTable('orders')
        .set({ stripe_session_id: session.id })
        .where('tenant_id', '=', sale.tenantId)
        .where('id', '=', order.id)
        .returning(['status', 'erased_at'])
        .executeTakeFirst(),
    )
    // Meanwhile the tenant was deleted, the buyer's account was erased, another tab's checkout replaced this
    // one, or its reserved stock was released.
    const isGone = !updated || updated.erased_at !== null
    if (isGone || LOST.includes(updated.status)) {
      await expireSession(kernel, { sessionId: session.id, ...order })
      throw isGone ? orderErrors.cannot_sell() : orderErrors.checkout_busy()
    }
    return { orderId: order.id, receipt, ended, ...checkoutOf(kernel, order, session) }
  } catch (error) {
    // Even if the provider has created the session, no buyer has the URL of that checkout.
    await kernel.database.asService('closed: close an order that could not start', (db) =>
      db
        .updateTable('orders')
        .set({ status: 'failed' })
        .where('tenant_id', '=', sale.tenantId)
        .where('id', '=', order.id)
        .where('status', '=', 'pending')
        .execute(),
    )
    if (cannotCharge(error)) throw orderErrors.cannot_sell({ cause: error })
    if (refusesCurrency(error)) throw orderErrors.currency_refused({ cause: error })
    throw providerError(error, CHECKOUT_AWAY)
  }
}

/** States in which an order's checkout must not be open. */
const LOST = ['failed', 'expired', 'canceled']

interface Proof {
  id: string | undefined
  receipt: string
  state: string
}

/** If two tabs keep ending each other's checkout, one of them gives up after this many attempts. */
const MAX_TRIES = 3

/**
 * Creates the order. A recurring product has one open checkout per buyer, so a second checkout ends the
 * first.
 */
async function createOrder(kernel: Kernel, sale: Sale, buyer: Buyer, proof: Proof): Promise<OpenOrder> {
  for (let tries = 1; tries <= MAX_TRIES; tries++) {
    const result = await againAfterDeadlock(() =>
      kernel.database.asService('closed: start an order', (db) =>
        insertOrder(kernel, db, sale, buyer, proof),
      ),
    ).catch((error: unknown) => {
      throw stockError(error) ?? error
    })
    if (result.order) return result.order
    // On the last try the other checkout stays open. If every tab ended the others, none would be left to
    // pay.
    if (result.other && tries < MAX_TRIES)
      await endCheckout(kernel, result.other).catch((error: unknown) => {
        throw providerError(error, CHECKOUT_AWAY)
      })
  }
  throw orderErrors.checkout_busy()
}

const proofOf = ({ secret }: Attempt, what: string) =>
  createHmac('sha256', secret).update(what).digest('base64url')

function checkoutOf(kernel: Kernel, order: OpenOrder, session: Stripe.Checkout.Session) {
  const key = kernel.payments.publishableKey(order.mode)
  return {
    url: session.url,
    embedded:
      session.client_secret && key
        ? { client_secret: session.client_secret, publishable_key: key, account: order.account }
        : null,
  }
}

async function insertOrder(
  kernel: Kernel,
  db: Db,
  sale: Sale,
  buyer: Buyer,
  proof: Proof,
): Promise<{ order?: OpenOrder; other?: OtherCheckout | undefined }> {
  const tenant = await db
    .selectFrom('tenants')
    .select(['allowed_origins', 'stripe_mode'])
    .where('id', '=', sale.tenantId)
    .forKeyShare() // Locked before the account's row, in the same order as when a tenant is deleted.
    .executeTakeFirst()
  if (!tenant) throw orderErrors.cannot_sell()
  if (!URL.canParse(buyer.pageUrl)) throw orderErrors.bad_page()
  const page = allowedReturnUrl(buyer.pageUrl, tenant, kernel.config.publicUrl)
  if (!page) throw orderErrors.site_not_listed()
  const { account, mode } = await sellingAccount(kernel, db, sale)
  if (buyer.ui === 'embedded' && !kernel.payments.canFrame(mode)) throw orderErrors.not_embeddable()
  const id = proof.id ?? (await sql<{ id: string }>`select app.uuidv7() as id`.execute(db)).rows[0]!.id
  const inserted = await db
    .insertInto('orders')
    .values({
      tenant_id: sale.tenantId,
      id,
      mode,
      seller: sale.seller,
      source_id: sale.sourceId,
      name: sale.name,
      quantity: sale.quantity,
      interval: sale.interval,
      seats: sale.perSeat ? sale.quantity : null,
      amount_total: totalOf(sale),
      currency: sale.currency,
      auth_user_id: buyer.userId ?? null,
      email: buyer.email ?? null,
      stripe_account_id: account,
      page_url: page.href,
      locale: buyer.locale,
      state_hash: tokenHash(proof.state),
      receipt_hash: tokenHash(proof.receipt),
      ...(sale.tied && { tied_queue: sale.tied.queue, tied_id: sale.tied.id }),
    })
    // A conflict means that this call resumes one whose process crashed, or that another open order blocks
    // this one.
    .onConflict((conflict) => conflict.doNothing())
    .returning('created_at')
    .executeTakeFirst()
  // This comes after the insert, which waits for a concurrent transaction that settles the other order's
  // payment.
  await refuseSecondSubscription(db, sale, buyer)
  if (inserted) await sale.confirm(db, { id, mode })
  if (inserted && sale.limited) await countReservation(kernel, db, sale, buyer, id)
  const order = inserted ?? (await findOrder(db, sale.tenantId, id))
  if (order) return { order: { id, mode, account, createdAt: order.created_at } }
  return { other: await otherCheckout(db, sale, buyer, mode) }
}

const findOrder = (db: Db, tenantId: string, id: string) =>
  db
    .selectFrom('orders')
    .select('created_at')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Limits how much of a limited stock one network can reserve (docs/decisions/034). */
async function countReservation(
  kernel: Kernel,
  db: Db,
  { tenantId }: Sale,
  { network }: Buyer,
  orderId: string,
) {
  const { secretKeys, auth } = kernel.config
  const holder = keyedHash(secretKeys, 'holders of stock').make(`${tenantId} ${network}`)
  await sql`select app.count_hold(${tenantId}, ${orderId}, ${holder}, ${auth.limitFactor})`.execute(db)
}

/**
 * Returns the account that receives the payment. The share lock lasts until the order is stored, so a
 * concurrent disconnect of the account either sees the order or comes first.
 */
async function sellingAccount(kernel: Kernel, db: Db, { tenantId, plan }: Sale) {
  await sql`select from public.payment_accounts where tenant_id = ${tenantId} for share`.execute(db)
  const { rows } = await sql<{ mode: PaymentMode; account: string | null; planned: boolean }>`
    select t.stripe_mode as mode, s.account_id as account,
      t.stripe_mode = 'test' or app.has_plan(t.owner_user_id, ${plan}) as planned
    from public.tenants t left join lateral app.selling_account(t.id, ${plan}) s on true
    where t.id = ${tenantId}`.execute(db)
  const [found] = rows
  if (found && !found.planned) throw orderErrors.plan_cannot_sell()
  if (!found?.account || !kernel.payments.configured(found.mode)) throw orderErrors.cannot_sell()
  return { mode: found.mode, account: found.account }
}

/**
 * Translates the database's refusal to reserve stock (app.hold_stock): too little is left, or the share is
 * too large.
 */
function stockError(error: unknown) {
  const { constraint, detail } = error as { constraint?: string; detail?: string }
  if (constraint === 'stock_holders_most') return orderErrors.too_many_held()
  if (constraint !== 'items_stock') return undefined
  const left = Number(detail)
  if (!(left > 0)) return orderErrors.sold_out()
  return orderErrors.too_few_left({ text: `Only ${left} left.`, details: { left } })
}

/**
 * Refuses a recurring product that a signed-in buyer already has, which would be charged twice per period.
 */
async function refuseSecondSubscription(db: Db, sale: Sale, { userId }: Buyer): Promise<void> {
  if (!sale.interval || !userId) return
  const { rows } = await sql<{ held: boolean }>`
    select app.buyer_holds(${sale.tenantId}, ${userId}, ${sale.seller}, ${sale.sourceId}) as held`.execute(db)
  if (rows[0]?.held) throw orderErrors.already_subscribed()
}
