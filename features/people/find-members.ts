import { sql } from 'kysely'
import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { tenantWith } from '#kernel/tenant-with.ts'
import type { FoundMember } from './endpoints.ts'

/** Finds members of the caller's tenant by email or id. @throws {AppError} tenant_not_found, right_missing */
export async function findMembers(
  { database }: Pick<Kernel, 'database'>,
  claims: Claims,
  { tenantId, keys }: { tenantId: string; keys: string[] },
): Promise<FoundMember[]> {
  return database.withClaims(claims, async (db) => {
    await tenantWith(db, tenantId, 'people')
    const { rows } = await sql<FoundMember>`select key, id, email
      from app.find_members(${tenantId}, ${keys}::text[])`.execute(db)
    return rows
  })
}
