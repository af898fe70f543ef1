import { sql } from 'kysely'
import type { Claims } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { tenantWith } from '#kernel/tenant-with.ts'
import { mailboxOf } from '#kernel/mail/mailbox.ts'
import { refusing, staffErrors } from './errors.ts'
import { requireTie } from './members.ts'
import { mailOwnershipMoved, mailOwnershipOffered } from './ownership-email.ts'

/** Offers that one mailbox is told about in an hour. */
const PER_MAILBOX = { points: 5, seconds: 3600 }

/**
 * Offers the tenant to a member of its staff, in place of an earlier offer, and tells them by email.
 * @throws {AppError} tenant_not_found, right_missing, name_differs, member_not_found, too_many_requests
 */
export async function offerOwnership(
  kernel: Kernel,
  claims: Claims,
  { tenantId, user_id, name }: { tenantId: string; user_id: string; name: string },
): Promise<void> {
  const { tenant, to } = await kernel.database.withClaims(claims, async (db) => {
    const found = await tenantWith(db, tenantId, 'own')
    if (name.trim() !== found.name) throw staffErrors.name_differs()
    const { rows } = await sql<{ email: string }>`
      select email from app.staff_of(${tenantId}) where user_id = ${user_id} and role <> 'owner'`.execute(db)
    if (!rows[0]) throw staffErrors.member_not_found()
    return { tenant: found, to: rows[0].email }
  })
  if (to) await kernel.limits.take('staff.offer-mailbox', mailboxOf(to), PER_MAILBOX)
  await kernel.database.withClaims(claims, async (db) => {
    await tenantWith(db, tenantId, 'own')
    await db.deleteFrom('ownership_offers').where('tenant_id', '=', tenantId).execute()
    await refusing(db.insertInto('ownership_offers').values({ tenant_id: tenantId, user_id }).execute())
  })
  if (to) mailOwnershipOffered(kernel, { to, tenant: tenant.name, owner: claims.email ?? 'The owner' })
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

/**
 * Moves the tenant to the caller and tells the former owner by email, who may not have made the offer themselves.
 * @throws {AppError} tenant_not_found, offer_not_found, insufficient_aal, day_pass_runs, too_many_tenants
 */
export async function acceptOwnership(kernel: Kernel, claims: Claims, tenantId: string): Promise<void> {
  const { rows } = await kernel.database.withClaims(claims, async (db) => {
    await requireTie(db, tenantId)
    await refusing(sql`select app.accept_ownership(${tenantId})`.execute(db))
    // The caller reads the staff now. The former owner's row is the only one of this transaction.
    return sql<{ to: string; tenant: string; owner: string }>`
      select former.email as to, t.name as tenant, coalesce(nullif(owner.name, ''), owner.email) as owner
      from public.tenants t
      join public.tenant_staff s on s.tenant_id = t.id and s.created_at = now()
      join app.staff_of(${tenantId}) former on former.user_id = s.user_id
      join app.staff_of(${tenantId}) owner on owner.role = 'owner'
      where t.id = ${tenantId}`.execute(db)
  })
  for (const moved of rows) if (moved.to) mailOwnershipMoved(kernel, moved)
}
