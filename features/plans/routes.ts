import { creator } from '#kernel/http/guards.ts'
import { isUnanswered, onceByKey } from '#kernel/http/idempotency.ts'
import { route } from '#kernel/http/route.ts'
import type { Route } from '#kernel/http/route.ts'
import type { Unit } from '#kernel/unit.ts'
import { readAccess } from './access.ts'
import { readBilling } from './billing.ts'
import { startCheckout } from './checkout/checkout.ts'
import {
  accessContract,
  billingContract,
  boltCheckoutContract,
  boltPortalContract,
  checkoutStatusContract,
  grantDayPassContract,
  staffStatsContract,
  stripeAdminContract,
} from './contract.ts'
import { grantPass } from './day-passes.ts'
import {
  access,
  billing,
  boltCheckout,
  boltPortal,
  checkoutStatus,
  grantDayPass,
  staffStats,
  stripeAdmin,
} from './endpoints.ts'
import { endCustomer } from './end-customer.ts'
import { sendNotice } from './notices.ts'
import { openPortal } from './checkout/portal.ts'
import { readCheckout } from './checkout/settle-checkout.ts'
import { readStats } from './operator/staff.ts'
import { readStripeAdmin } from './operator/stripe-admin.ts'
import { expirePasses, reconcilePlans } from './upkeep.ts'

export { paymentHandlers } from './payment-handlers.ts'

export const functions: Route[] = [
  route(access, creator, accessContract, ({ kernel, claims }) => readAccess(kernel, claims)),
  route(billing, creator, billingContract, ({ kernel, claims }) => readBilling(kernel, claims)),
  route(boltCheckout, creator, boltCheckoutContract, ({ kernel, claims, input }) =>
    startCheckout(kernel, claims, input),
  ),
  route(checkoutStatus, creator, checkoutStatusContract, ({ kernel, claims, input }) =>
    readCheckout(kernel, claims, input.session),
  ),
  route(boltPortal, creator, boltPortalContract, ({ kernel, claims, input }) =>
    openPortal(kernel, claims, input),
  ),
  route(grantDayPass, creator, grantDayPassContract, (c) =>
    onceByKey(c, 'grant-day-pass', ({ id }) => grantPass(c.kernel, c.claims, c.input, id), isUnanswered),
  ),
  route(stripeAdmin, creator, stripeAdminContract, ({ kernel, claims }) => readStripeAdmin(kernel, claims)),
  route(staffStats, creator, staffStatsContract, ({ kernel, claims }) => readStats(kernel, claims)),
]

export const jobs: NonNullable<Unit['jobs']> = {
  'plan-mail': sendNotice,
  'plan-expiry': expirePasses,
  'plan-reconcile': reconcilePlans,
  'plan-customer-end': endCustomer,
}

export const schedules: NonNullable<Unit['schedules']> = {
  'plan-expiry': '* * * * *',
  'plan-reconcile': '23 3 * * *',
}
