import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Claims, TransactionSettings } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { POOL_HEADER } from '#kernel/tenancy.ts'
import { tenantWith } from '#kernel/tenant-with.ts'
import { libraryErrors } from './errors.ts'
import { BUCKET } from './bucket.ts'

/** The storage's policies compare with this header of a request: the staff work in the namespace of the tenant. */
export const inNamespace = (tenantId: string): TransactionSettings => ({
  settings: { 'request.headers': JSON.stringify({ [POOL_HEADER]: tenantId }) },
})

/**
 * Where the staff upload a file of an item, with the storage API under their own rights. Creates the closed bucket once.
 * @throws {AppError} tenant_not_found, right_missing, plan_required
 */
export function prepareUpload(
  { database }: Kernel,
  claims: Claims,
  { tenantId, name }: { tenantId: string; name: string },
): Promise<{ bucket: string; path: string }> {
  return database.withClaims(
    claims,
    async (db) => {
      await tenantWith(db, tenantId, 'content')
      const { rows } = await sql<{ most: number }>`select app.library_most(${tenantId}) as most`.execute(db)
      if (rows[0]!.most === 0) throw libraryErrors.plan()
      await sql`insert into storage.buckets (pool_id, id, name) values (${tenantId}, ${BUCKET}, ${BUCKET})
        on conflict do nothing`.execute(db)
      const [ending = ''] = /\.[a-z0-9]{1,10}$/i.exec(name) ?? []
      return { bucket: BUCKET, path: `${randomUUID()}${ending.toLowerCase()}` }
    },
    inNamespace(tenantId),
  )
}
