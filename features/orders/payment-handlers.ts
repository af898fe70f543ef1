import type { Unit } from '#kernel/unit.ts'
import { fulfil } from './fulfil.ts'
import type { PaymentHandler } from './stripe-events.ts'

/** Whatever happened to a session of a connected account: the order follows the session. */
const onSession: PaymentHandler = async (kernel, { object, account, mode }) => {
  if (account) await fulfil(kernel, { sessionId: object.id, account, mode })
}

/** A charge knows its payment, the payment's session is asked for: it may not have been stored here yet. */
const onRefund: PaymentHandler = async (kernel, { object, account, mode }) => {
  if (!account) return
  const stripe = kernel.payments.client(mode)
  const charge = await stripe.charges.retrieve(object.id, {}, { stripeAccount: account })
  if (typeof charge.payment_intent !== 'string') return
  const sessions = await stripe.checkout.sessions.list(
    { payment_intent: charge.payment_intent, limit: 1 },
    { stripeAccount: account },
  )
  for (const session of sessions.data) await fulfil(kernel, { sessionId: session.id, account, mode })
}

export const paymentHandlers: NonNullable<Unit['paymentHandlers']> = {
  'checkout.session.completed': onSession,
  'checkout.session.async_payment_succeeded': onSession,
  'checkout.session.async_payment_failed': onSession,
  'checkout.session.expired': onSession,
  'charge.refunded': onRefund,
}
