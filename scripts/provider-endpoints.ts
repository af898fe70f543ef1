import { paymentHandlers as connect } from '#features/connect/payment-handlers.ts'
import { paymentHandlers as orders } from '#features/orders/payment-handlers.ts'
import { paymentHandlers as plans } from '#features/plans/payment-handlers.ts'
import type { PaymentMode } from '#kernel/config.ts'
import { THIN_EVENTS } from '#kernel/payments/payments.ts'

export interface ProviderEndpoint {
  url: string
  /** The accounts whose events it receives, in the provider's terms. */
  listensTo: string
  /** The setting for the signing secret, which the provider shows after creating the endpoint. */
  setting: string
  events: string[]
}

/** Webhook endpoints that an operator creates at the card provider for each mode. */
export function providerEndpoints(publicUrl: string, mode: PaymentMode): ProviderEndpoint[] {
  const at = `${publicUrl}/webhooks/stripe/${mode}`
  const suffix = mode.toUpperCase()
  return [
    {
      url: `${at}/platform`,
      listensTo: 'events on your account',
      setting: `STRIPE_WEBHOOK_SECRET_${suffix}`,
      events: Object.keys(plans),
    },
    {
      url: `${at}/connect`,
      listensTo: 'events on connected accounts',
      setting: `STRIPE_CONNECT_WEBHOOK_SECRET_${suffix}`,
      events: [...new Set([...Object.keys(orders), ...Object.keys(connect)])],
    },
    {
      url: `${at}/thin`,
      listensTo: 'your account and connected accounts, payload style thin',
      setting: `STRIPE_THIN_WEBHOOK_SECRET_${suffix}`,
      events: [...THIN_EVENTS],
    },
  ]
}
