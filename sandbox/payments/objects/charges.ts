import type Stripe from 'stripe'
import { identifier } from '../../identifier.ts'
import { complete } from '../contract/skeleton.ts'
import type { Call, Scope, World } from '../world.ts'
import type { Refusal, TestCard } from './test-cards.ts'

type Charge = Stripe.Charge

/** An entered card, without its number, which is never stored. */
export interface PaymentCard {
  test: Omit<TestCard, 'number'>
  expMonth: number
  expYear: number
  email?: string | null
  name?: string | null
}

/** Records one attempt to charge a card, successful or declined. */
export function createCharge(
  world: World,
  scope: Scope,
  intent: Stripe.PaymentIntent,
  card: PaymentCard,
  refusal: Refusal | undefined,
): Charge {
  const id = identifier('ch', 24)
  const charge = complete<Charge>('charges.retrieve', {
    id,
    amount: intent.amount,
    amount_captured: refusal ? 0 : intent.amount,
    application_fee_amount: intent.application_fee_amount,
    billing_details: { email: card.email ?? null, name: card.name ?? null },
    captured: !refusal,
    created: world.clock.seconds(),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    failure_code: refusal?.code ?? null,
    failure_message: refusal?.message ?? null,
    livemode: scope.livemode,
    metadata: intent.metadata,
    outcome: refusal
      ? {
          network_status: 'declined_by_network',
          reason: refusal.declineCode ?? refusal.code,
          risk_level: 'normal',
          seller_message: 'The bank did not return any further details with this decline.',
          type: 'issuer_declined',
        }
      : {
          network_status: 'approved_by_network',
          risk_level: 'normal',
          seller_message: 'Payment complete.',
          type: 'authorized',
        },
    paid: !refusal,
    payment_intent: intent.id,
    payment_method: intent.payment_method ?? identifier('pm', 24),
    payment_method_details: { type: 'card', card: detailsOf(card, intent.amount) },
    receipt_email: intent.receipt_email,
    receipt_url: refusal ? null : `${world.publicUrl}/receipts/${id}`,
    shipping: intent.shipping,
    refunded: false,
    statement_descriptor: intent.statement_descriptor,
    status: refusal ? 'failed' : 'succeeded',
    transfer_group: intent.transfer_group,
  })
  world.objects.insert('charge', scope, charge.created, charge, { after: card.test.after })
  return charge
}

function detailsOf(card: PaymentCard, amount: number): object {
  return {
    amount_authorized: amount,
    brand: card.test.brand,
    checks: { cvc_check: 'pass' },
    country: 'US',
    exp_month: card.expMonth,
    exp_year: card.expYear,
    fingerprint: card.test.fingerprint,
    funding: 'credit',
    last4: card.test.last4,
    network: card.test.brand,
  }
}

export function retrieveCharge({ world, scope, path }: Call): Charge {
  return world.objects.get<Charge>('charge', scope, path['id']!).data
}

export function listCharges({ world, scope, params }: Call<Stripe.ChargeListParams>): object {
  const keep = (one: Charge): boolean =>
    (params.customer === undefined || one.customer === params.customer) &&
    (params.payment_intent === undefined || one.payment_intent === params.payment_intent) &&
    (params.transfer_group === undefined || one.transfer_group === params.transfer_group)
  return world.objects.page<Charge>('charge', scope, '/v1/charges', params, keep)
}
