import { sql } from 'kysely'
import type { PaymentMode } from '#kernel/config.ts'
import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { tenantWith } from '#kernel/tenant-with.ts'
import { providerError } from '#kernel/payments/provider-error.ts'
import { accountWith } from './account-row.ts'
import { connectErrors } from './errors.ts'
import { CHANGE_LIMIT } from './limits.ts'
import { requireMode } from './live-rights.ts'
import { refreshAccount } from './refresh-account.ts'

/**
 * Sets whether a tenant's sales use real money. Test is always allowed. Live needs the plan, the operator's
 * live keys and a live account that can take charges according to the provider right now.
 * @throws {AppError} tenant_not_found, live_needs_plan, live_not_set_up, live_not_connected, live_not_ready,
 *   too_many_requests, or the provider's error
 */
export async function setTenantMode(
  kernel: Kernel,
  claims: Claims,
  { tenant_id, mode }: { tenant_id: string; mode: PaymentMode },
): Promise<{ success: true; mode: PaymentMode }> {
  const tenant = await kernel.database.withClaims(claims, (db) => tenantWith(db, tenant_id, 'own'))
  await kernel.limits.take('connect.change', claims.sub!, CHANGE_LIMIT)
  if (mode === 'live') await requireLive(kernel, claims, tenant)
  const { numAffectedRows } = await kernel.database.asService('closed: switch the mode of a tenant', (db) =>
    sql`update public.tenants t set stripe_mode = ${mode}
        where t.id = ${tenant.id} and app.user_may(${claims.sub}, t.id, 'own') and (${mode} = 'test' or exists (
          select from public.payment_accounts a
          where a.tenant_id = t.id and a.mode = 'live' and a.account_id is not null and a.charges_enabled))`.execute(
      db,
    ),
  )
  if (numAffectedRows !== 1n) throw connectErrors.live_not_connected()
  return { success: true, mode }
}

async function requireLive(
  kernel: Kernel,
  claims: Claims,
  { id: tenantId, owner_user_id: owner }: { id: string; owner_user_id: string },
): Promise<void> {
  await requireMode(kernel, claims, { owner, mode: 'live' })
  const key = { tenantId, mode: 'live' } as const
  const { account: row } = await kernel.database.withClaims(claims, (db) =>
    accountWith(db, 'own', tenantId, 'live'),
  )
  if (!row?.account_id || !row.details_submitted) throw connectErrors.live_not_connected()
  if (row.charges_enabled) return
  // The event that enables charges may not have arrived yet.
  const account = await refreshAccount(kernel, key).catch((error: unknown) => {
    throw providerError(error, connectErrors.live_not_ready().message)
  })
  if (!account) throw connectErrors.live_not_connected()
  if (!account.chargesEnabled) throw connectErrors.live_not_ready()
}
