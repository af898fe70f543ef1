import { sql } from 'kysely'
import type { TenantRight } from './browser/staff-rights.ts'
import type { Db } from './db/database.ts'
import { commonErrors, defineErrors } from './errors.ts'

export const tenantErrors = defineErrors({
  tenant_not_found: { status: 404, text: 'Tenant not found' },
  right_missing: {
    status: 403,
    text: 'Your role in this tenant does not include this. Its owner can change your role.',
  },
})

/**
 * A tenant on which the caller has a right, as its owner or as staff (docs/decisions/058). A tenant that the caller may not see
 * and an unknown one give the same 404.
 * @param db under the creator's claims
 * @throws {AppError} tenant_not_found, right_missing
 */
export async function tenantWith(db: Db, tenantId: string, right: TenantRight) {
  const tenant = await db
    .selectFrom('tenants')
    .select(['id', 'name', 'public_key', 'owner_user_id', 'stripe_mode', 'stripe_account_id'])
    .select(sql<boolean>`id = any (array(select app.tenants_with(${right})))`.as('allowed'))
    .where('id', '=', tenantId)
    .executeTakeFirst()
  if (!tenant) throw tenantErrors.tenant_not_found()
  const { allowed, ...row } = tenant
  if (!allowed) throw tenantErrors.right_missing()
  return { ...row, stripe_mode: row.stripe_mode as 'test' | 'live' }
}

/** Whether the tenant's owner has a plan. @throws {AppError} upgrade_required */
export async function requirePlan(
  db: Db,
  { owner_user_id }: { owner_user_id: string },
  plan: 'pro' | 'business',
): Promise<void> {
  const { rows } = await sql<{
    allowed: boolean
  }>`select app.has_plan(${owner_user_id}, ${plan}) as allowed`.execute(db)
  if (!rows[0]!.allowed) throw commonErrors.upgrade_required()
}
