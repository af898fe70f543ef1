import type { Kernel } from '#kernel/kernel.ts'
import { idOf } from '#kernel/payments/id-of.ts'
import type { PaymentEvent, Unit } from '#kernel/unit.ts'
import { forgetCustomer, findUserOfCustomer } from './customers.ts'
import { mirrorSubscription } from './mirror.ts'
import { notify } from './notices.ts'
import { settleCheckout } from './checkout/settle-checkout.ts'

type Handler = (kernel: Kernel, event: PaymentEvent) => Promise<void>

/**
 * Accepts events of the operator's own account in the mode in which plans are paid here; all others are
 * ignored.
 */
const onOwnAccount =
  (handle: Handler): Handler =>
  async (kernel, event) => {
    if (!event.account && event.mode === kernel.payments.platformMode) await handle(kernel, event)
  }

const onSession: Handler = async (kernel, { object, mode }) =>
  void (await settleCheckout(kernel, { sessionId: object.id, mode }))

const onSubscription: Handler = async (kernel, { object, mode }) =>
  void (await mirrorSubscription(kernel, { id: object.id, mode }))

/**
 * A three-day trial triggers this event at its start. The provider is queried first whether the trial still
 * exists.
 */
const onTrialWillEnd: Handler = async (kernel, { object, mode }) => {
  const mirrored = await mirrorSubscription(kernel, { id: object.id, mode })
  if (mirrored?.status !== 'trialing') return
  await kernel.database.asService('provider: announce the end of a trial', (db) =>
    notify(kernel, db, { user_id: mirrored.userId, kind: 'trial_will_end', about: object.id }),
  )
}

/** Updates the subscription. A failed payment sends one email per invoice while the invoice is still open. */
const onInvoice: Handler = async (kernel, { object, mode, type }) => {
  const invoice = await kernel.payments.client(mode).invoices.retrieve(object.id)
  const of = invoice.parent?.subscription_details?.subscription
  if (!of) return
  const mirrored = await mirrorSubscription(kernel, { id: idOf(of), mode })
  const kind = NOTICE_OF[type]
  if (!mirrored || !kind || invoice.status !== 'open') return
  await kernel.database.asService('provider: announce an open invoice', (db) =>
    notify(kernel, db, { user_id: mirrored.userId, kind, about: object.id }),
  )
}

const NOTICE_OF: Record<string, 'payment_failed' | 'action_required'> = {
  'invoice.payment_failed': 'payment_failed',
  'invoice.payment_action_required': 'action_required',
}

/** A charge leads to its payment and checkout: a refunded day pass ends. */
const onRefund: Handler = async (kernel, { object, mode }) => {
  const stripe = kernel.payments.client(mode)
  const { payment_intent } = await stripe.charges.retrieve(object.id)
  if (typeof payment_intent !== 'string') return
  const { data } = await stripe.checkout.sessions.list({ payment_intent, limit: 1 })
  for (const session of data) await settleCheckout(kernel, { sessionId: session.id, mode })
}

/**
 * The customer was deleted at the provider, so the next checkout creates another. Its subscriptions ended
 * with it. They are read once more before the mapping to the owner is deleted, because later events could no
 * longer be attributed.
 */
const onCustomerDeleted: Handler = async (kernel, { object, mode }) => {
  const userId = await kernel.database.asService('provider: find the owner of a deleted customer', (db) =>
    findUserOfCustomer(db, object.id, mode),
  )
  if (!userId) return
  const held = await kernel.database.asService('provider: subscriptions of a deleted customer', (db) =>
    db
      .selectFrom('subscriptions')
      .select('stripe_subscription_id as id')
      .where('user_id', '=', userId)
      .where('stripe_customer_id', '=', object.id)
      .where('mode', '=', mode)
      .execute(),
  )
  for (const { id } of held) if (id) await mirrorSubscription(kernel, { id, mode })
  await kernel.database.asService('provider: record a deleted customer', (db) =>
    forgetCustomer(db, { userId, mode }, object.id),
  )
}

export const paymentHandlers: NonNullable<Unit['paymentHandlers']> = {
  'checkout.session.completed': onOwnAccount(onSession),
  'checkout.session.async_payment_succeeded': onOwnAccount(onSession),
  'checkout.session.async_payment_failed': onOwnAccount(onSession),
  'checkout.session.expired': onOwnAccount(onSession),
  'customer.subscription.created': onOwnAccount(onSubscription),
  'customer.subscription.updated': onOwnAccount(onSubscription),
  'customer.subscription.deleted': onOwnAccount(onSubscription),
  'customer.subscription.paused': onOwnAccount(onSubscription),
  'customer.subscription.resumed': onOwnAccount(onSubscription),
  'customer.subscription.trial_will_end': onOwnAccount(onTrialWillEnd),
  'invoice.paid': onOwnAccount(onInvoice),
  'invoice.payment_failed': onOwnAccount(onInvoice),
  'invoice.payment_action_required': onOwnAccount(onInvoice),
  'charge.refunded': onOwnAccount(onRefund),
  'customer.deleted': onOwnAccount(onCustomerDeleted),
}
