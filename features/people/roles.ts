import { sql } from 'kysely'
import pg from 'pg'
import type { TenantRight } from '#kernel/browser/staff-rights.ts'
import type { Claims } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { requirePlan, tenantWith } from '#kernel/tenant-with.ts'
import type { Role, RoleOf } from './endpoints.ts'
import { peopleErrors } from './errors.ts'

/** The tenant's roles, by name. @throws {AppError} tenant_not_found */
export async function listRoles(kernel: Kernel, claims: Claims, tenantId: string): Promise<Role[]> {
  return withRight(kernel, claims, { tenantId, right: 'see' }, (db) => readRoles(db, tenantId))
}

/** @throws {AppError} tenant_not_found, role_exists, too_many_roles */
export async function createRole(
  kernel: Kernel,
  claims: Claims,
  { tenantId, name, is_default = false }: { tenantId: string; name: string; is_default?: boolean },
): Promise<Role> {
  return withRight(kernel, claims, { tenantId, right: 'people' }, async (db) => {
    if (is_default) await clearDefault(db, tenantId)
    await sql`insert into public.roles (tenant_id, name, is_default)
      values (${tenantId}, ${name}, ${is_default})`.execute(db)
    return readRole(db, { tenantId, role: name })
  })
}

/** @throws {AppError} tenant_not_found, role_not_found, role_exists */
export async function changeRole(
  kernel: Kernel,
  claims: Claims,
  { tenantId, role, name = role, is_default }: RoleOf & { name?: string; is_default?: boolean },
): Promise<Role> {
  return withRight(kernel, claims, { tenantId, right: 'people' }, async (db) => {
    if (is_default) await clearDefault(db, tenantId)
    const { numUpdatedRows } = await db
      .updateTable('roles')
      .set({ name, ...(is_default === undefined ? {} : { is_default }) })
      .where('tenant_id', '=', tenantId)
      .where('name', '=', role)
      .executeTakeFirst()
    // Reading it back is no proof: another role may have the new name.
    if (numUpdatedRows === 0n) throw peopleErrors.role_not_found()
    return readRole(db, { tenantId, role: name })
  })
}

/** @throws {AppError} tenant_not_found, role_not_found, role_in_use */
export async function deleteRole(kernel: Kernel, claims: Claims, { tenantId, role }: RoleOf): Promise<void> {
  await withRight(kernel, claims, { tenantId, right: 'people' }, async (db) => {
    const { numDeletedRows } = await db
      .deleteFrom('roles')
      .where('tenant_id', '=', tenantId)
      .where('name', '=', role)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw peopleErrors.role_not_found()
  })
}

/** @throws {AppError} tenant_not_found, role_not_found, customer_not_found */
export async function changeRoleMembers(
  kernel: Kernel,
  claims: Claims,
  { tenantId, role, give = [], take = [] }: RoleOf & { give?: string[]; take?: string[] },
): Promise<{ given: number; taken: number }> {
  return withRight(kernel, claims, { tenantId, right: 'people' }, async (db) => {
    await readRole(db, { tenantId, role })
    const taken = await sql`delete from public.role_members
      where tenant_id = ${tenantId} and role = ${role} and auth_user_id = any (${take}::uuid[])`.execute(db)
    const given = await sql`insert into public.role_members (tenant_id, auth_user_id, role)
      select ${tenantId}::uuid, id, ${role}::text from unnest(${give}::uuid[]) as id order by id
      on conflict do nothing`.execute(db)
    return { given: Number(given.numAffectedRows), taken: Number(taken.numAffectedRows) }
  })
}

const clearDefault = (db: Db, tenantId: string) =>
  db
    .updateTable('roles')
    .set({ is_default: false })
    .where('tenant_id', '=', tenantId)
    .where('is_default', '=', true)
    .execute()

async function readRoles(db: Db, tenantId: string): Promise<Role[]> {
  const { rows } = await sql<Role>`
    select r.name, r.is_default, to_json(r.created_at) #>> '{}' as created_at,
      (select count(*)::integer from public.role_members m where m.tenant_id = r.tenant_id and m.role = r.name) as members
    from public.roles r where r.tenant_id = ${tenantId} order by lower(r.name)`.execute(db)
  return rows
}

async function readRole(db: Db, { tenantId, role }: RoleOf): Promise<Role> {
  const found = (await readRoles(db, tenantId)).find(({ name }) => name === role)
  if (!found) throw peopleErrors.role_not_found()
  return found
}

/** Constraints and the errors that report their violation. */
const REFUSALS: Record<string, () => Error> = {
  roles_pkey: peopleErrors.role_exists,
  roles_spelling: peopleErrors.role_exists,
  roles_place_check: peopleErrors.too_many_roles,
  // A concurrent request took the same place.
  roles_tenant_id_place_key: () =>
    peopleErrors.role_exists({ text: 'Another role was just added. Try again.' }),
  roles_of_audiences: peopleErrors.role_in_use,
  role_members_tenant_id_auth_user_id_fkey: peopleErrors.customer_not_found,
  // It was deleted meanwhile.
  role_members_tenant_id_role_fkey: peopleErrors.role_not_found,
}

/** Runs with the caller's own rights, in one transaction. Another creator's tenant is not found. */
async function withRight<T>(
  kernel: Kernel,
  claims: Claims,
  { tenantId, right }: { tenantId: string; right: TenantRight },
  work: (db: Db) => Promise<T>,
): Promise<T> {
  try {
    return await kernel.database.withClaims(claims, async (db) => {
      const tenant = await tenantWith(db, tenantId, right)
      // Roles stay readable when a plan ends.
      if (right === 'people') await requirePlan(db, tenant, 'business')
      return work(db)
    })
  } catch (error) {
    const refusal = error instanceof pg.DatabaseError ? REFUSALS[error.constraint ?? ''] : undefined
    throw refusal ? refusal() : error
  }
}
