import { sql } from 'kysely'
import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { planErrors } from '../errors.ts'

/**
 * Whether the caller's confirmed email has exactly one of the operator's staff domains. The token's email is
 * not trusted.
 */
export async function isStaff({ config, database }: Kernel, { sub }: Claims): Promise<boolean> {
  if (config.staffEmailDomains.length === 0) return false
  const { rows } = await database.asService('staff: check whether the caller is staff', (db) =>
    sql<{ staff: boolean }>`select app.is_staff(${sub}, ${config.staffEmailDomains}) as staff`.execute(db),
  )
  return rows[0]!.staff
}

/** @throws {AppError} 403 staff_only */
export async function requireStaff(kernel: Kernel, claims: Claims): Promise<void> {
  if (!(await isStaff(kernel, claims))) throw planErrors.staff_only()
}

/** Whether the caller's confirmed email is on the operator's list for the staff overlay. */
export async function isListed({ config, database }: Kernel, { sub }: Claims): Promise<boolean> {
  if (config.statsEmails.length === 0) return false
  const { rows } = await database.asService('staff: check whether the caller is listed', (db) =>
    sql<{ listed: boolean }>`select app.is_listed(${sub}, ${config.statsEmails}) as listed`.execute(db),
  )
  return rows[0]!.listed
}

/**
 * Counts for the staff overlay: all tenants and orders.
 * @throws {AppError} 403 not_listed, unless the caller's confirmed email is on the operator's list
 */
export async function readStats(kernel: Kernel, claims: Claims) {
  if (!(await isListed(kernel, claims))) throw planErrors.not_listed()
  return kernel.database.asService('staff: figures for the staff overlay', async (db) => {
    const { rows } = await sql<{ runs: number; day_passes: number }>`
      select (select count(*) from public.tenants) as runs, (select count(*) from public.orders) as day_passes`.execute(
      db,
    )
    return rows[0]!
  })
}
