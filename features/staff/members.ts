import { sql } from 'kysely'
import type { StaffRole } from '#kernel/browser/staff-rights.ts'
import type { Claims } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { tenantErrors, tenantWith } from '#kernel/tenant-with.ts'
import type { Member, MemberOf, Membership, Staff } from './endpoints.ts'
import { refusing, staffErrors } from './errors.ts'
import { INVITATION } from './invitations.ts'

/** The tenants whose staff the caller is. */
export async function listMemberships(kernel: Kernel, claims: Claims): Promise<Membership[]> {
  const { rows } = await kernel.database.once<Membership>(claims, {
    name: 'memberships',
    text: 'select tenant_id, name, role, needs_two_step, plan, ownership_offered from app.my_memberships()',
    values: [],
    readOnly: true,
  })
  return rows
}

/** @throws {AppError} tenant_not_found, right_missing */
export async function readStaff(db: Db, tenantId: string): Promise<Staff> {
  await tenantWith(db, tenantId, 'staff')
  const members = await sql<Member>`
    select user_id, role, email, name, two_step, to_json(created_at) #>> '{}' as created_at
    from app.staff_of(${tenantId})`.execute(db)
  const invitations = await db
    .selectFrom('staff_invitations')
    .select(INVITATION)
    .where('tenant_id', '=', tenantId)
    .orderBy('id')
    .execute()
  const { rows } = await sql<Pick<Staff, 'seats' | 'two_step_required' | 'offer'>>`
    select app.staff_seats_of(t.id) as seats, t.staff_two_step as two_step_required,
      (select json_build_object('user_id', o.user_id, 'expires_at', o.expires_at)
        from public.ownership_offers o where o.tenant_id = t.id and o.expires_at > now()) as offer
    from public.tenants t where t.id = ${tenantId}`.execute(db)
  return { members: members.rows, invitations, ...rows[0]! }
}

/** @throws {AppError} tenant_not_found, right_missing, member_not_found */
export async function changeMember(
  db: Db,
  { tenantId, userId, role }: MemberOf & { role: StaffRole },
): Promise<{ role: StaffRole }> {
  await readBelow(db, { tenantId, userId }, role)
  const { numUpdatedRows } = await db
    .updateTable('tenant_staff')
    .set({ role })
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw staffErrors.member_not_found()
  return { role }
}

/** @throws {AppError} tenant_not_found, right_missing, member_not_found */
export async function removeMember(db: Db, of: MemberOf): Promise<void> {
  await readBelow(db, of)
  await deleteMember(db, of)
}

/** Needs no right: also a member without the second factor that the tenant requires may leave. */
export async function leaveStaff(db: Db, claims: Claims, tenantId: string): Promise<void> {
  if ((await requireTie(db, tenantId)) === 'owner') throw staffErrors.owner_stays()
  await deleteMember(db, { tenantId, userId: claims.sub! })
}

/** Whether the caller is the owner or staff, of any role. Strangers learn nothing. @throws {AppError} tenant_not_found */
export async function requireTie(db: Db, tenantId: string): Promise<'owner' | 'staff'> {
  const { rows } = await sql<{ tie: 'owner' | 'staff' }>`
    select 'owner' as tie from app.owned_tenants() as id where id = ${tenantId}
    union all select 'staff' from app.my_memberships() where tenant_id = ${tenantId}`.execute(db)
  if (!rows[0]) throw tenantErrors.tenant_not_found()
  return rows[0].tie
}

/** @throws {AppError} tenant_not_found, right_missing, two_step_first */
export async function requireTwoStep(
  db: Db,
  { tenantId, required }: { tenantId: string; required: boolean },
): Promise<{ required: boolean }> {
  await tenantWith(db, tenantId, 'own')
  await refusing(sql`select app.require_staff_two_step(${tenantId}, ${required})`.execute(db))
  return { required }
}

/** Only the owner changes an admin, or makes one. */
async function readBelow(db: Db, { tenantId, userId }: MemberOf, next?: StaffRole): Promise<void> {
  await tenantWith(db, tenantId, 'staff')
  const member = await db
    .selectFrom('tenant_staff')
    .select('role')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!member) throw staffErrors.member_not_found()
  if (member.role === 'admin' || next === 'admin') await tenantWith(db, tenantId, 'own')
}

async function deleteMember(db: Db, { tenantId, userId }: MemberOf): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('tenant_staff')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw staffErrors.member_not_found()
}
