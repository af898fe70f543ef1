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
import { cannotCharge, providerError } from '#kernel/payments/provider-error.ts'
import { CHECKOUT_AWAY, orderErrors } from './errors.ts'
import type { Attempt } from '#kernel/http/idempotency.ts'
import { endCheckout, endEarlier, expireSession, otherCheckout } from './one-checkout.ts'
import type { OtherCheckout } from './one-checkout.ts'
import { openCheckout } from './open-checkout.ts'
import type { OpenOrder } from './open-checkout.ts'
import { wayBack } from './return/way-back.ts'

/** What is sold, as the server read it from the seller's own table. */
export interface Sale {
  tenantId: string
  /** The selling block, for example `pay`. */
  seller: string
  /** Plan of the tenant's owner that live sales need. */
  plan: string
  sourceId: string
  name: string
  description: string | null
  /** Of one, in minor units of `currency`. */
  amount: number
  currency: string
  quantity: number
  /** How often it is paid; null for once. */
  interval: 'week' | 'month' | 'year' | null
  /** There are only so many: the checkout holds its part, and ends soon. */
  limited: boolean
}

export interface Buyer {
  /** The tenant's end user, when signed in. */
  userId?: string
  email?: string
  /** The page to come back to. */
  pageUrl: string
  /** The provider's own page, or its checkout in a frame on the buyer's page. */
  ui: 'page' | 'embedded'
  /** Receipts of checkouts that the buyer's browser began before. */
  earlier: string[]
  /** The language that they read in, of those that letters are written in. */
  locale: string | null
  /** Where they are, as limits count it. */
  network: string
}

export interface StartedOrder {
  orderId: string
  /** Hosted checkout, on the provider's own page; null for an embedded one. */
  url: string | null
  /** Proof for asking the order's state; only its hash is kept. */
  receipt: string
  embedded: { client_secret: string; publishable_key: string; account: string } | null
  /** Earlier receipts whose checkouts are over now. */
  ended: string[]
}

/**
 * Opens a checkout on the tenant's own account (direct charge). The order stands as pending before the provider is
 * called, so that no payment can come without one.
 * @param attempt of onceByKey: the same one again finds the same order and the same checkout
 * @throws {AppError} bad_page, site_not_listed, cannot_sell, not_embeddable, already_subscribed, checkout_busy,
 *   sold_out, too_few_left, too_many_held, not_chargeable;
 *   payments_refused or payments_unavailable of the provider
 */
export async function startOrder(
  kernel: Kernel,
  sale: Sale,
  buyer: Buyer,
  attempt: Attempt,
): Promise<StartedOrder> {
  if (!isChargeable(sale.amount * sale.quantity, sale.currency)) throw orderErrors.not_chargeable()
  const [receipt, state] = [proofOf(attempt, 'receipt'), proofOf(attempt, 'state')]
  const ended = await endEarlier(kernel, sale, buyer, attempt.id)
  const order = await begin(kernel, sale, buyer, { id: attempt.id, receipt, state })
  try {
    const session = await openCheckout(kernel, sale, buyer, order, state)
    const kept = await kernel.database.asService('keep the session of an order', (db) =>
      db
        .updateTable('orders')
        .set({ stripe_session_id: session.id })
        .where('tenant_id', '=', sale.tenantId)
        .where('id', '=', order.id)
        .returning('status')
        .executeTakeFirst(),
    )
    // While the provider was waited for the tenant was deleted, another tab took its place, or it lost what it held.
    if (!kept || LOST.includes(kept.status)) {
      await expireSession(kernel, { sessionId: session.id, ...order })
      throw kept ? orderErrors.checkout_busy() : orderErrors.cannot_sell()
    }
    return { orderId: order.id, receipt, ended, ...waysToPay(kernel, order, session) }
  } catch (error) {
    // Whatever the provider made of it: nobody holds the address of that checkout.
    await kernel.database.asService('close an order that could not start', (db) =>
      db
        .updateTable('orders')
        .set({ status: 'failed' })
        .where('tenant_id', '=', sale.tenantId)
        .where('id', '=', order.id)
        .where('status', '=', 'pending')
        .execute(),
    )
    if (cannotCharge(error)) throw orderErrors.cannot_sell({ cause: error })
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

/** Of two tabs that both end the other's checkout one gives way in the end. */
const MOST_TRIES = 3

/** The order's row. A recurring product has one open checkout for each buyer: a second one ends the first. */
async function begin(kernel: Kernel, sale: Sale, buyer: Buyer, proof: Proof): Promise<OpenOrder> {
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    const begun = await againAfterDeadlock(() =>
      kernel.database.asService('start an order', (db) => insertOrder(kernel, db, sale, buyer, proof)),
    ).catch((error: unknown) => {
      throw stockError(error) ?? error
    })
    if (begun.order) return begun.order
    // Who gives way leaves the other's checkout open: ended by everybody, none would be left to pay.
    if (begun.other && tries < MOST_TRIES)
      await endCheckout(kernel, begun.other).catch((error: unknown) => {
        throw providerError(error, CHECKOUT_AWAY)
      })
  }
  throw orderErrors.checkout_busy()
}

const proofOf = ({ secret }: Attempt, what: string) =>
  createHmac('sha256', secret).update(what).digest('base64url')

function waysToPay(kernel: Kernel, order: OpenOrder, session: Stripe.Checkout.Session) {
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
    .forKeyShare() // Before the account's row, as whoever deletes the tenant does.
    .executeTakeFirst()
  if (!tenant) throw orderErrors.cannot_sell()
  if (!URL.canParse(buyer.pageUrl)) throw orderErrors.bad_page()
  const page = wayBack(buyer.pageUrl, tenant, kernel.config.publicUrl)
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
      amount_total: sale.amount * sale.quantity,
      currency: sale.currency,
      auth_user_id: buyer.userId ?? null,
      email: buyer.email ?? null,
      stripe_account_id: account,
      page_url: page.href,
      locale: buyer.locale,
      state_hash: tokenHash(proof.state),
      receipt_hash: tokenHash(proof.receipt),
    })
    // It stands already where this call is taken up after its process died; or another open one has its place.
    .onConflict((conflict) => conflict.doNothing())
    .returning('created_at')
    .executeTakeFirst()
  // After the insert, which waits for a payment of the other one that is being written down.
  await refuseSecondSubscription(db, sale, buyer)
  if (inserted && sale.limited) await countHold(kernel, db, sale, buyer, id)
  const begun = inserted ?? (await stands(db, sale.tenantId, id))
  if (begun) return { order: { id, mode, account, begun: begun.created_at } }
  return { other: await otherCheckout(db, sale, buyer, mode) }
}

const stands = (db: Db, tenantId: string, id: string) =>
  db
    .selectFrom('orders')
    .select('created_at')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Of what there are only so many of, one network holds no more than a part (docs/decisions/034). */
async function countHold(kernel: Kernel, db: Db, { tenantId }: Sale, { network }: Buyer, orderId: string) {
  const { secretKeys, auth } = kernel.config
  const holder = keyedHash(secretKeys, 'holders of stock').make(`${tenantId} ${network}`)
  await sql`select app.count_hold(${tenantId}, ${orderId}, ${holder}, ${auth.limitFactor})`.execute(db)
}

/** Held until the order stands: whoever disconnects the account waits and then knows of the order, or was faster. */
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

/** The database's refusal to hold what is not there (app.hold_stock), with how many are left, or too much of it. */
function stockError(error: unknown) {
  const { constraint, detail } = error as { constraint?: string; detail?: string }
  if (constraint === 'stock_holders_most') return orderErrors.too_many_held()
  if (constraint !== 'items_stock') return undefined
  const left = Number(detail)
  if (!(left > 0)) return orderErrors.sold_out()
  return orderErrors.too_few_left({ text: `Only ${left} left.`, details: { left } })
}

/** A recurring product that a signed-in buyer has already would be paid twice each time. */
async function refuseSecondSubscription(db: Db, sale: Sale, { userId }: Buyer): Promise<void> {
  if (!sale.interval || !userId) return
  const { rows } = await sql<{ held: boolean }>`
    select app.buyer_holds(${sale.tenantId}, ${userId}, ${sale.seller}, ${sale.sourceId}) as held`.execute(db)
  if (rows[0]?.held) throw orderErrors.already_subscribed()
}
