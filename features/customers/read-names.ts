import { sql } from 'kysely'
import { shownName } from '#kernel/contract.ts'
import { type Claims, PLATFORM_POOL } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { tenantWith } from '#kernel/tenant-with.ts'
import type { PersonName } from './endpoints.ts'

/**
 * Names of a tenant's customers, and of who owns or runs it, by their ids.
 * @throws {AppError} tenant_not_found
 */
export async function readNames(
  kernel: Kernel,
  claims: Claims,
  { tenantId, ids }: { tenantId: string; ids: string[] },
): Promise<{ names: PersonName[] }> {
  const tenant = await kernel.database.withClaims(claims, (db) => tenantWith(db, tenantId, 'people'))
  const { rows } = await kernel.database.asService(
    'closed: names of customers and staff of a tenant, for its owner',
    (db) =>
      sql<{ id: string; address: string; name: string | null }>`
      select u.id, coalesce(u.email, '+' || u.phone, '') as address,
        left(coalesce(u.raw_user_meta_data ->> 'name', u.raw_user_meta_data ->> 'full_name'), 200) as name
      from auth.users u
      where u.id = any (${ids}::uuid[]) and u.deleted_at is null and (u.pool_id = ${tenant.id} or u.pool_id = ${PLATFORM_POOL}
        and (exists (select from public.tenants t where t.id = ${tenant.id} and t.owner_user_id = u.id)
          or exists (select from public.tenant_staff s where s.tenant_id = ${tenant.id} and s.user_id = u.id)))`.execute(
        db,
      ),
  )
  const names = rows.map(({ id, address, name }) => ({ id, name: shownName(name ?? '') || address }))
  return { names: names.filter(({ name }) => name !== '') }
}
