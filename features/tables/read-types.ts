import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { tableTypes } from '#kernel/records/table-types.ts'
import { tenantWith } from '#kernel/tenant-with.ts'

/** TypeScript types of a tenant's own tables. @throws {AppError} tenant_not_found, right_missing */
export async function readTypes({ database, tables }: Kernel, claims: Claims, tenantId: string) {
  await database.withClaims(claims, (db) => tenantWith(db, tenantId, 'content'))
  return { text: tableTypes((await tables.reload(tenantId)).tables.values()) }
}
