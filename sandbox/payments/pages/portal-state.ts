import type Stripe from 'stripe'
import { cardOf, subscriptionsOf } from '../payment-methods/change-card.ts'
import { customerOf } from '../payment-methods/customer-state.ts'
import type { Invoice } from '../invoices/invoices.ts'
import type { Method } from '../payment-methods/payment-methods.ts'
import type { Configuration } from '../portal/portal-configurations.ts'
import type { StoredPortal } from '../portal/portal-sessions.ts'
import type { StoredSubscription } from '../subscriptions/subscription-state.ts'
import { idOf } from '../objects/id-of.ts'
import type { World } from '../world.ts'
import { sellerName } from './checkout-payment.ts'

/** The data that the portal's pages show. */
export interface PortalState {
  visit: StoredPortal
  configuration: Configuration
  customer: Stripe.Customer
  seller: string
  card: Method | undefined
  /** Subscriptions that have not ended, newest first. */
  subscriptions: StoredSubscription[]
  /** Finalized invoices, newest first. */
  invoices: Invoice[]
}

export function portalState(world: World, visit: StoredPortal): PortalState | undefined {
  const { scope, data } = visit
  const customer = world.objects.find<Stripe.Customer | Stripe.DeletedCustomer>(
    'customer',
    scope,
    data.customer,
  )?.data
  if (!customer || customer.deleted) return undefined
  return {
    visit,
    configuration: world.objects.get<Configuration>(
      'billing_portal.configuration',
      scope,
      idOf(data.configuration),
    ).data,
    customer: customerOf(world, scope, customer.id),
    seller: sellerName(world, visit),
    card: cardOf(world, scope, customer),
    subscriptions: subscriptionsOf(world, scope, customer.id),
    invoices: world.objects
      .all<Invoice>('invoice', scope)
      .map((one) => one.data)
      .filter((one) => one.customer === customer.id && one.status !== 'draft'),
  }
}

/** The URL of a step of the visit. */
export function stepOf({ visit }: Pick<PortalState, 'visit'>, step = '', subscription?: string): string {
  const query = subscription ? `?subscription=${subscription}` : ''
  return `/p/session/${visit.id}${step === '' ? '' : `/${step}`}${query}`
}

/** The prices that a customer may choose for a subscription, including the current one. */
export function choicesOf(world: World, state: PortalState, stored: StoredSubscription): Stripe.Price[] {
  const update = state.configuration.features.subscription_update
  if (!update.enabled || stored.data.items.data.length !== 1) return []
  const ids = (update.products ?? []).flatMap((one) => one.prices)
  const prices = ids.flatMap(
    (id) => world.objects.find<Stripe.Price>('price', state.visit.scope, id)?.data ?? [],
  )
  return prices.filter((one) => one.active && one.currency === stored.data.currency)
}
