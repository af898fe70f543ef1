import { sql } from 'kysely'
import type { Claims } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { tenantErrors } from '#kernel/tenant-with.ts'
import { refuseOtherTier } from './checkout/day-pass-checkout.ts'
import type { DayPassGrant } from './endpoints.ts'
import { requireStaff } from './operator/staff.ts'

const GRANTS = { points: 30, seconds: 3600 }

interface PassKey {
  tenant_id: string
  id: string
}

/**
 * Grants a free day pass that starts after the active one.
 * @param id from a request's `Idempotency-Key`: a repeated request finds the pass that it granted
 * @throws {AppError} 403 staff_only before any tenant data is revealed, 404 tenant_not_found, 409
 *   day_pass_not_needed
 */
export async function grantPass(kernel: Kernel, claims: Claims, grant: DayPassGrant, id?: string) {
  await requireStaff(kernel, claims)
  await kernel.limits.take('plans.grant', claims.sub!, GRANTS)
  const ends = await kernel.database.asService('staff: grant a day pass', async (db) => {
    const tenant = await db
      .selectFrom('tenants')
      .select(['id', 'subscription_tier', 'subscription_status'])
      .where('id', '=', grant.tenant_id)
      .forUpdate()
      .executeTakeFirst()
    if (!tenant) throw tenantErrors.tenant_not_found()
    const before = id && (await passBy(db, { tenant_id: tenant.id, id }))
    if (before) return before
    refuseOtherTier(tenant)
    const pass = await db
      .insertInto('app.day_passes')
      .values({
        ...(id === undefined ? {} : { id }),
        tenant_id: tenant.id,
        user_id: claims.sub!,
        source: 'granted',
        mode: kernel.payments.platformMode,
        minutes: grant.minutes,
        note: grant.note ?? null,
      })
      .returning(['tenant_id', 'id'])
      .executeTakeFirstOrThrow()
    return startPass(db, pass)
  })
  kernel.log.info({ tenant: grant.tenant_id, by: claims.sub }, 'a day pass was granted')
  return { success: true as const, expires_at: ends!.toISOString() }
}

/**
 * The end of the tenant's access, if an earlier request whose response was lost already granted this pass.
 */
async function passBy(db: Db, { tenant_id, id }: PassKey): Promise<Date | undefined> {
  const { rows } = await sql<{ ends: Date }>`
    select ends_at as ends from app.day_passes where tenant_id = ${tenant_id} and id = ${id}`.execute(db)
  return rows[0]?.ends
}

/** @returns the new end of the tenant's access; undefined if this pass had already started */
export async function startPass(db: Db, { tenant_id, id }: PassKey): Promise<Date | undefined> {
  const { rows } = await sql<{ ends: Date | null }>`
    select app.start_day_pass(${tenant_id}, ${id}) as ends`.execute(db)
  return rows[0]!.ends ?? undefined
}

/** @returns false if this pass had already ended */
export async function endPass(db: Db, { tenant_id, id }: PassKey): Promise<boolean> {
  const { rows } = await sql<{ ended: boolean }>`
    select app.end_day_pass(${tenant_id}, ${id}) as ended`.execute(db)
  return rows[0]!.ended
}
