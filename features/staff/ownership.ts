import { sql } from 'kysely'
import type { Db } from '#kernel/db/database.ts'
import { tenantWith } from '#kernel/tenant-with.ts'
import { refusing, staffErrors } from './errors.ts'
import { requireTie } from './members.ts'

/**
 * Offers the tenant to a member of its staff, in place of an earlier offer.
 * @throws {AppError} tenant_not_found, right_missing, name_differs, member_not_found
 */
export async function offerOwnership(
  db: Db,
  { tenantId, user_id, name }: { tenantId: string; user_id: string; name: string },
): Promise<void> {
  const tenant = await tenantWith(db, tenantId, 'own')
  if (name.trim() !== tenant.name) throw staffErrors.name_differs()
  await db.deleteFrom('ownership_offers').where('tenant_id', '=', tenantId).execute()
  await refusing(db.insertInto('ownership_offers').values({ tenant_id: tenantId, user_id }).execute())
}

/** Policies decide who may: the owner, and the member to whom it was made. @throws {AppError} tenant_not_found, offer_not_found */
export async function withdrawOffer(db: Db, tenantId: string): Promise<void> {
  await requireTie(db, tenantId)
  const { numDeletedRows } = await db
    .deleteFrom('ownership_offers')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw staffErrors.offer_not_found()
}

/** @throws {AppError} tenant_not_found, offer_not_found, insufficient_aal, day_pass_runs, too_many_tenants */
export async function acceptOwnership(db: Db, tenantId: string): Promise<void> {
  await requireTie(db, tenantId)
  await refusing(sql`select app.accept_ownership(${tenantId})`.execute(db))
}
