import { sql } from 'kysely'
import type Stripe from 'stripe'
import { againAfterDeadlock } from '#kernel/db/again.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { idOf } from '#kernel/payments/id-of.ts'
import { fulfil } from '../fulfil.ts'
import { lettersFor, queueOrderEmails } from '../letters.ts'
import { isRefunded } from '../outcome.ts'
import { amountRefunded, paymentFacts, paymentOfInvoice } from '../payment-facts.ts'
import type { PaymentFacts, SellingAccount } from '../payment-facts.ts'
import { storeRefunds } from '../refunds/refund-rows.ts'
import { SETTLED, differs, moneyOf } from '../settled.ts'
import { LIVE } from './subscription-state.ts'

/** Maximum optimistic-lock retries. */
const MAX_ATTEMPTS = 8

/**
 * Updates a recurring order to the provider's state of its subscription, including the newest payment, which
 * no event may have reported yet.
 */
export async function settleSubscription(kernel: Kernel, at: SellingAccount, id: string): Promise<void> {
  const first = await firstOrder(kernel, at, id)
  if (!first) return
  const { latest_invoice } = await kernel.payments
    .client(at.mode)
    .subscriptions.retrieve(id, {}, { stripeAccount: at.account })
  const invoice = idOf(latest_invoice)
  if (!invoice || invoice === first.stripe_invoice_id) return
  const known = await kernel.database.asService('provider: order of an invoice', (db) =>
    renewalOf(db, first, invoice),
  )
  if (!known) await settleInvoice(kernel, at, invoice)
}

/**
 * Updates the orders of an invoice to the provider's state: the subscription's first order and, for a later
 * payment, a separate order that is written once. It may be called any number of times, concurrently and in
 * any order.
 */
export async function settleInvoice(kernel: Kernel, at: SellingAccount, invoiceId: string): Promise<void> {
  const reported = await readInvoice(kernel, at, invoiceId)
  const subscription = subscriptionOf(reported)
  const first = subscription && (await firstOrder(kernel, at, subscription))
  if (!first || first.stripe_invoice_id === invoiceId || reported.billing_reason === 'subscription_create')
    return
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
    const before = await kernel.database.asService('provider: order of an invoice', (db) =>
      renewalOf(db, first, invoiceId),
    )
    const invoice = await readInvoice(kernel, at, invoiceId)
    // Invoices without a payment (credit, trial) are not sales.
    if (invoice.status !== 'paid' || invoice.amount_paid === 0) return
    const intent = await paymentOfInvoice(kernel, at, invoiceId)
    const payment = intent ? await paymentFacts(kernel, at, intent) : undefined
    const written = await againAfterDeadlock(() =>
      kernel.database.asService('provider: settle a renewal', async (db) => {
        const now = await renewalOf(db, first, invoiceId, true)
        if (now?.version !== before?.version) return false
        return now ? follow(kernel, db, now, payment) : insert(kernel, db, first, invoice, payment)
      }),
    )
    if (written) return
  }
  throw new Error(`Renewal ${invoiceId}: too many concurrent writes`)
}

const readInvoice = (kernel: Kernel, { account, mode }: SellingAccount, id: string) =>
  kernel.payments.client(mode).invoices.retrieve(id, {}, { stripeAccount: account })

const subscriptionOf = ({ parent }: Stripe.Invoice) => idOf(parent?.subscription_details?.subscription)

/** Settles and returns the first order of a subscription. No event may have reported its checkout yet. */
async function firstOrder(kernel: Kernel, at: SellingAccount, subscription: string) {
  const { account, mode } = at
  const read = () =>
    kernel.database.asService('provider: order of a subscription', (db) =>
      db
        .selectFrom('orders')
        .select(['tenant_id', 'id', 'seller', 'source_id', 'name', 'quantity', 'interval', 'currency'])
        .select(['auth_user_id', 'email', 'stripe_account_id', 'mode', 'stripe_customer_id'])
        .select(['stripe_invoice_id', 'stripe_session_id'])
        .where('stripe_account_id', '=', account)
        .where('mode', '=', mode)
        .where('stripe_subscription_id', '=', subscription)
        .executeTakeFirst(),
    )
  const known = await read()
  if (known?.stripe_session_id) await fulfil(kernel, { ...at, sessionId: known.stripe_session_id })
  else {
    const sessions = await kernel.payments
      .client(mode)
      .checkout.sessions.list({ subscription, limit: 1 }, { stripeAccount: account })
    for (const { id } of sessions.data) await fulfil(kernel, { ...at, sessionId: id })
  }
  return read()
}

type First = NonNullable<Awaited<ReturnType<typeof firstOrder>>>
type Renewal = NonNullable<Awaited<ReturnType<typeof renewalOf>>>

function renewalOf(db: Db, { tenant_id }: First, invoiceId: string, lock = false) {
  const query = db
    .selectFrom('orders')
    .select([...SETTLED, 'amount_total'])
    .where('tenant_id', '=', tenant_id)
    .where('stripe_invoice_id', '=', invoiceId)
  return (lock ? query.forUpdate() : query).executeTakeFirst()
}

/** @returns false when a concurrent call has inserted it first */
async function insert(
  kernel: Kernel,
  db: Db,
  first: First,
  invoice: Stripe.Invoice,
  payment: PaymentFacts | undefined,
): Promise<boolean> {
  const { id: renewal_of, stripe_session_id: _, stripe_invoice_id: __, ...same } = first
  const paid = invoice.status_transitions.paid_at
  const values = {
    ...same,
    renewal_of,
    ...stateOf(payment),
    ...moneyOf(payment, invoice.amount_paid),
    amount_total: invoice.amount_paid,
    currency: invoice.currency,
    stripe_invoice_id: invoice.id,
    stripe_payment_intent_id: payment?.intent.id ?? null,
    paid_at: paid ? new Date(paid * 1000) : sql<Date>`now()`,
  }
  const row = await db
    .insertInto('orders')
    .values(values)
    // Every unique index decides, not only the invoice's: the concurrent insert of the same payment must not fail here.
    .onConflict((conflict) => conflict.doNothing())
    .returning(['tenant_id', 'id'])
    .executeTakeFirst()
  if (!row) return false
  if (payment) await storeRefunds(db, row, payment.refunds)
  await queueOrderEmails(kernel, db, { ...row, ...NOTHING_YET }, { ...values, subscription_status: null })
  return true
}

const NOTHING_YET: Parameters<typeof lettersFor>[0] = {
  status: 'pending',
  amount_refunded: 0,
  refund_failed: false,
  dispute_status: null,
  subscription_status: null,
}

async function follow(
  kernel: Kernel,
  db: Db,
  row: Renewal,
  payment: PaymentFacts | undefined,
): Promise<boolean> {
  const changes = {
    ...stateOf(payment, row.refunded_at),
    ...moneyOf(payment, row.amount_total),
  }
  const refundsChanged = payment ? await storeRefunds(db, row, payment.refunds) : false
  if (!refundsChanged && !differs(row, changes)) return true
  await db
    .updateTable('orders')
    .set({ ...changes, version: sql<number>`version + 1` })
    .where('tenant_id', '=', row.tenant_id)
    .where('id', '=', row.id)
    .execute()
  await queueOrderEmails(kernel, db, row, { ...row, ...changes })
  return true
}

function stateOf(payment: PaymentFacts | undefined, since: Date | null = null) {
  const refunded = isRefunded(payment, payment ? amountRefunded(payment) : 0)
  return {
    status: refunded ? ('refunded' as const) : ('paid' as const),
    refunded_at: refunded ? (since ?? sql<Date>`now()`) : null,
  }
}

/**
 * Enforces the rule that a full refund ends a recurring order: it cancels the subscription if its newest
 * payment was refunded in full. Repeated calls have no further effect.
 * @param order any order of the subscription
 */
export async function endIfRefunded(kernel: Kernel, order: { tenant_id: string; id: string }): Promise<void> {
  const { rows } = await kernel.database.asService('provider: recurring order that was refunded', (db) =>
    sql<{ subscription: string; account: string; mode: SellingAccount['mode'] }>`
      select f.stripe_subscription_id as subscription, f.stripe_account_id as account, f.mode
      from public.orders o
      join public.orders f on f.tenant_id = o.tenant_id and f.id = coalesce(o.renewal_of, o.id)
      where o.tenant_id = ${order.tenant_id} and o.id = ${order.id} and f.subscription_status = any (${LIVE})
        and (select p.status from public.orders p
             where p.tenant_id = f.tenant_id and (p.id = f.id or p.renewal_of = f.id) and p.paid_at is not null
             order by (p.renewal_of is not null) desc, p.paid_at desc, p.id desc limit 1) = 'refunded'`.execute(
      db,
    ),
  )
  const [ends] = rows
  if (!ends) return
  await kernel.payments
    .client(ends.mode)
    .subscriptions.cancel(ends.subscription, {}, { stripeAccount: ends.account })
  await settleSubscription(kernel, ends, ends.subscription)
}
