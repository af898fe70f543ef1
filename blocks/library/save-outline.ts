import { sql } from 'kysely'
import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { tenantWith } from '#kernel/tenant-with.ts'
import type { OutlineModule, StaffItemWithBody } from './endpoints-studio.ts'
import { libraryErrors } from './errors.ts'
import { refusing } from './refusals.ts'
import { takeRevision } from './save-item.ts'
import { itemOf } from './staff-items.ts'

/** Replaces the outline of a course, all or nothing. @throws {AppError} see `saveOutline` in endpoints-studio.ts */
export function saveOutline(
  { database }: Kernel,
  claims: Claims,
  given: { tenantId: string; itemId: string; revision: number; modules: OutlineModule[] },
): Promise<StaffItemWithBody> {
  const { tenantId, itemId, modules } = given
  return refusing(
    database.withClaims(claims, async (db) => {
      await tenantWith(db, tenantId, 'content')
      const { kind } = await takeRevision(db, given)
      if (kind !== 'course') throw libraryErrors.no_course()
      // Deleting the modules deletes their lessons. Progress belongs to the items.
      await sql`delete from public.library_modules where tenant_id = ${tenantId} and course_id = ${itemId}`.execute(
        db,
      )
      for (const [position, { id, title, lessons }] of modules.entries()) {
        const module = await db
          .insertInto('library_modules')
          .values({ tenant_id: tenantId, course_id: itemId, position, title, ...(id && { id }) })
          .returning('id')
          .executeTakeFirstOrThrow()
        for (const [place, { item, drip_days, drip_at }] of lessons.entries())
          await db
            .insertInto('library_lessons')
            .values({
              tenant_id: tenantId,
              course_id: itemId,
              item_id: item,
              module_id: module.id,
              position: place,
              drip_days,
              drip_at,
            })
            .execute()
      }
      return itemOf(db, tenantId, itemId)
    }),
  )
}
