import type { Claims } from '#kernel/db/claims.ts'
import type { Database } from '#kernel/db/database.ts'
import { accessOf, hasHiddenFields, isVisitor, tenantOfTables } from '#kernel/records/caller-access.ts'
import type { TenantTables } from '#kernel/records/description.ts'
import type { TablesCache } from '#kernel/records/tables-cache.ts'
import { errors } from '../errors/table.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { withRecords } from './record-catalogue.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The tenant whose own tables a request can use: a visitor's and member's own, or the one in the header. Undefined: none.
 * @throws 400 for a header that is no id, 403 for a creator without the right `content` on the tenant and for applications that a
 * creator authorized: what a site's visitors send is no data of the creator (docs/decisions/008)
 */
export async function tenantOf(
  database: Database,
  claims: Claims,
  header: string | undefined,
): Promise<string | undefined> {
  if (isVisitor(claims) || header === undefined) return tenantOfTables(claims, undefined)
  if (!UUID.test(header)) throw errors.badTenant()
  if (claims.role === 'service_role') return header.toLowerCase()
  if (tenantOfTables(claims, header) === undefined) throw errors.noTenantRight()
  const { rows } = await database.once<{ allowed: boolean }>(claims, {
    text: `select $1::uuid = any (array(select app.tenants_with('content'))) as allowed`,
    values: [header],
    readOnly: true,
  })
  if (!rows[0]!.allowed) throw errors.noTenantRight()
  return header.toLowerCase()
}

/** Catalogues with the tables of a tenant; those without hidden fields are shared by all callers of one kind. */
export function openRecordCatalogues(database: Database, cache: TablesCache) {
  const shared = new WeakMap<TenantTables, { catalogue: Catalogue; all: Catalogue; open: Catalogue }>()

  return {
    /** The revision of the descriptions that are known now. */
    async revision(tenantId: string): Promise<number> {
      return (await cache.current(tenantId)).revision
    },
    /**
     * Reads the descriptions again.
     * @param from the revision that the caller worked with: another request may have read the new ones meanwhile
     * @returns whether they changed since
     */
    async reload(tenantId: string, from: number): Promise<boolean> {
      return (await cache.reload(tenantId)).revision !== from
    },
    /** The catalogue as a caller sees it, with the own tables of their tenant. */
    async current(catalogue: Catalogue, claims: Claims, tenantId: string): Promise<Catalogue> {
      const tenant = await cache.current(tenantId)
      if (tenant.tables.size === 0) return catalogue
      if (isVisitor(claims) && [...tenant.tables.values()].some(hasHiddenFields))
        return withRecords(catalogue, tenant, await accessOf(database, claims))
      let known = shared.get(tenant)
      if (known?.catalogue !== catalogue) {
        const [all, open] = [withRecords(catalogue, tenant, 'all'), withRecords(catalogue, tenant, NONE)]
        known = { catalogue, all, open }
        shared.set(tenant, known)
      }
      return isVisitor(claims) ? known.open : known.all
    },
  }
}

const NONE: ReadonlySet<string> = new Set()
