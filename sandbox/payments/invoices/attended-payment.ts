import type Stripe from 'stripe'
import { idOf } from '../objects/id-of.ts'
import type { PaymentCard } from '../objects/charges.ts'
import { finishChallenge, payWithCard } from '../objects/payments.ts'
import type { Outcome } from '../objects/payments.ts'
import type { World } from '../world.ts'
import { subscriptionOf } from './collection.ts'
import { atTimeOf } from '../payment-methods/customer-state.ts'
import { closePayment, intentOf, startInvoicePayment } from './invoice-payments.ts'
import { markPaid } from './invoices.ts'
import type { StoredInvoice } from './invoices.ts'
import { reviveSubscription } from '../time/lifecycle.ts'
import { makeMethod } from '../payment-methods/payment-methods.ts'

/** Pays an open invoice with a card that the customer enters on the invoice's page. */
export function payWithOwner(world: World, invoice: StoredInvoice, card: PaymentCard): Outcome | undefined {
  const subscription = subscriptionOf(world, invoice)
  if (!subscription) return undefined
  return atTimeOf(world, invoice.scope, idOf(invoice.data.customer!), () => {
    const intent = intentOf(world, invoice) ?? startInvoicePayment(world, invoice, subscription.data)
    intent.payment_method = makeMethod(world, invoice.scope, card).id
    return settled(world, invoice, payWithCard(world, invoice.scope, intent, card))
  })
}

/** Continues the payment after the bank's challenge. */
export function answerForInvoice(world: World, invoice: StoredInvoice, passed: boolean): Outcome | undefined {
  const intent = waitingIntent(world, invoice)
  if (!intent) return undefined
  return atTimeOf(world, invoice.scope, idOf(invoice.data.customer!), () =>
    settled(world, invoice, finishChallenge(world, invoice.scope, intent.id, passed)),
  )
}

/** The invoice's payment, if it waits for authentication by the bank. */
export function waitingIntent(world: World, invoice: StoredInvoice): Stripe.PaymentIntent | undefined {
  const intent = intentOf(world, invoice)
  return intent?.status === 'requires_action' ? intent : undefined
}

function settled(world: World, invoice: StoredInvoice, outcome: Outcome): Outcome {
  if (outcome.is !== 'succeeded') return outcome
  invoice.data.attempt_count += 1
  closePayment(world, invoice)
  markPaid(world, invoice, invoice.data.amount_due)
  reviveSubscription(world, invoice)
  return outcome
}
