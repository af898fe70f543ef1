import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { StripeAdmin } from '../endpoints.ts'
import { allPlans, priceOf } from '../plans.ts'
import { requireStaff } from './staff.ts'

/** The payment configuration of plans, without secrets. @throws {AppError} 403 staff_only */
export async function readStripeAdmin(kernel: Kernel, claims: Claims): Promise<StripeAdmin> {
  await requireStaff(kernel, claims)
  const mode = kernel.payments.platformMode
  const plans = await kernel.database.asService('staff: plans and their prices', allPlans)
  return {
    mode,
    configured: kernel.payments.configured(mode),
    publishable_key: kernel.payments.publishableKey(mode) ?? null,
    webhook_path: `/webhooks/stripe/${mode}/platform`,
    plans: plans.map((plan) => ({ ...plan, current_price_id: priceOf(plan, mode) })),
  }
}
