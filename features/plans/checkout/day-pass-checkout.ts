import type Stripe from 'stripe'
import type { Claims } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { ReturnUrls } from './checkout.ts'
import { ensureCustomer } from '../customers.ts'
import { planErrors } from '../errors.ts'
import { DAY_PASS } from '../plans.ts'
import { requireStaff } from '../operator/staff.ts'

/**
 * Opens a checkout for a day pass of the caller's newest tenant. The pass is stored as pending before the
 * provider is called, so that no payment can arrive without one.
 * @throws {AppError} 403 staff_only, 409 no_tenant or day_pass_not_needed; {StripeError}
 */
export async function buyDayPass(
  kernel: Kernel,
  claims: Claims,
  ways: ReturnUrls,
): Promise<Stripe.Checkout.Session> {
  await requireStaff(kernel, claims)
  const mode = kernel.payments.platformMode
  const userId = claims.sub!
  const customer = await ensureCustomer(kernel, { userId, mode })
  const pass = await kernel.database.asService('closed: create a pending day pass', async (db) => {
    const tenant = await newestTenant(db, userId)
    return db
      .insertInto('app.day_passes')
      .values({ tenant_id: tenant, user_id: userId, source: 'bought', mode })
      .returning(['tenant_id', 'id'])
      .executeTakeFirstOrThrow()
  })
  const metadata = { purpose: 'day_pass', user_id: userId, tenant_id: pass.tenant_id, day_pass_id: pass.id }
  const session = await kernel.payments.client(mode).checkout.sessions.create(
    {
      mode: 'payment',
      customer,
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: DAY_PASS.currency,
            unit_amount: DAY_PASS.amount,
            product_data: { name: DAY_PASS.name },
          },
        },
      ],
      client_reference_id: pass.id,
      metadata,
      payment_intent_data: { metadata },
      ...ways,
    },
    { idempotencyKey: `day-pass:${pass.id}` },
  )
  await kernel.database.asService('closed: store the session of a day pass', (db) =>
    db
      .updateTable('app.day_passes')
      .set({ session_id: session.id })
      .where('tenant_id', '=', pass.tenant_id)
      .where('id', '=', pass.id)
      .execute(),
  )
  return session
}

async function newestTenant(db: Db, owner: string): Promise<string> {
  const tenant = await db
    .selectFrom('tenants')
    .select(['id', 'subscription_tier', 'subscription_status'])
    .where('owner_user_id', '=', owner)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!tenant) throw planErrors.no_tenant()
  refuseOtherTier(tenant)
  return tenant.id
}

/** A tenant with full access from another tier would lose it to a one-day pass. */
export function refuseOtherTier(tenant: {
  subscription_tier: string | null
  subscription_status: string | null
}): void {
  const good = ['active', 'trialing', 'past_due'].includes(tenant.subscription_status ?? '')
  if (good && tenant.subscription_tier !== 'day_pass') throw planErrors.day_pass_not_needed()
}
