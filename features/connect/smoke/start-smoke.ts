import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { providerError } from '#kernel/payments/provider-error.ts'
import { accountWith } from '../account-row.ts'
import { SMOKE_FAILED, connectErrors } from '../errors.ts'
import { SMOKE_LIMIT } from '../limits.ts'
import { requireMode } from '../live-rights.ts'

/** €1 in cents (spec §9). */
export const SMOKE_AMOUNT = 100

/**
 * Opens a €1 checkout on the tenant's own live account, for the creator to pay and refund.
 * @throws {AppError} tenant_not_found, live_needs_plan, live_not_set_up, live_not_connected, live_not_ready,
 *   too_many_requests, or the provider's error
 */
export async function startSmoke(kernel: Kernel, claims: Claims, tenantId: string): Promise<{ url: string }> {
  const { tenant, account: row } = await kernel.database.withClaims(claims, (db) =>
    accountWith(db, 'settings', tenantId, 'live'),
  )
  await requireMode(kernel, claims, { owner: tenant.owner_user_id, mode: 'live' })
  if (!row?.account_id) throw connectErrors.live_not_connected()
  if (!row.charges_enabled) throw connectErrors.live_not_ready()
  await kernel.limits.take('connect.smoke', claims.sub!, SMOKE_LIMIT)
  const account = row.account_id
  const { id } = await kernel.database.asService('closed: start a smoke payment', async (db) => {
    // A concurrent disconnect waits for this row, or has already won.
    const held = await db
      .selectFrom('payment_accounts')
      .select('account_id')
      .where('tenant_id', '=', tenant.id)
      .where('mode', '=', 'live')
      .where('account_id', '=', account)
      .forShare()
      .executeTakeFirst()
    if (!held) throw connectErrors.live_not_connected()
    return db
      .insertInto('smoke_payments')
      .values({ tenant_id: tenant.id, account_id: account })
      .returning('id')
      .executeTakeFirstOrThrow()
  })
  try {
    const session = await openCheckout(kernel, { id, tenantId: tenant.id, account }, claims.email)
    await kernel.database.asService('closed: store the session of a smoke payment', (db) =>
      db
        .updateTable('smoke_payments')
        .set({ session_id: session.id })
        .where('tenant_id', '=', tenant.id)
        .where('id', '=', id)
        .execute(),
    )
    return { url: session.url! }
  } catch (error) {
    await kernel.database.asService('closed: close a smoke payment that could not start', (db) =>
      db
        .updateTable('smoke_payments')
        .set({ status: 'failed' })
        .where('tenant_id', '=', tenant.id)
        .where('id', '=', id)
        .execute(),
    )
    throw providerError(error, SMOKE_FAILED)
  }
}

interface Smoke {
  id: string
  tenantId: string
  account: string
}

function openCheckout(kernel: Kernel, { id, tenantId, account }: Smoke, email: string | undefined) {
  const metadata = { purpose: 'smoke', tenant_id: tenantId }
  const back = `${kernel.config.publicUrl}/connect/smoke/return?session_id={CHECKOUT_SESSION_ID}`
  return kernel.payments.client('live').checkout.sessions.create(
    {
      mode: 'payment',
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: 'eur',
            unit_amount: SMOKE_AMOUNT,
            product_data: { name: 'Smoke test' },
          },
        },
      ],
      metadata,
      payment_intent_data: { metadata },
      ...(email ? { customer_email: email } : {}),
      success_url: back,
      cancel_url: `${kernel.config.publicUrl}/studio/connect/stripe`,
    },
    { stripeAccount: account, idempotencyKey: `smoke:${id}` },
  )
}
