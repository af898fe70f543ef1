import type { Claims } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { tenantWith } from '#kernel/tenant-with.ts'
import type { Captions, Cue } from '../endpoints-studio.ts'
import { refusing } from '../refusals.ts'
import { itemOf } from '../staff-items.ts'

interface OfItem {
  tenantId: string
  itemId: string
}

/** Checks the right and the item. @throws {AppError} tenant_not_found, right_missing, item_not_found */
const within = <T>(
  { database }: Kernel,
  claims: Claims,
  { tenantId, itemId }: OfItem,
  work: (db: Db) => Promise<T>,
) =>
  database.withClaims(claims, async (db) => {
    await tenantWith(db, tenantId, 'content')
    await itemOf(db, tenantId, itemId)
    return work(db)
  })

/** @throws {AppError} as `within` */
export const readCaptions = (kernel: Kernel, claims: Claims, of: OfItem): Promise<{ captions: Captions[] }> =>
  within(kernel, claims, of, async (db) => {
    const captions = await db
      .selectFrom('library_captions')
      .select(['language', 'label', 'cues'])
      .where('tenant_id', '=', of.tenantId)
      .where('item_id', '=', of.itemId)
      .orderBy('label')
      .orderBy('language')
      .execute()
    return { captions: captions.map((each) => ({ ...each, cues: each.cues as unknown as Cue[] })) }
  })

/** @throws {AppError} as `within`, most_captions, plan_required */
export const saveCaptions = (
  kernel: Kernel,
  claims: Claims,
  { language, label, cues: given, ...of }: OfItem & Captions,
): Promise<Captions> =>
  refusing(
    within(kernel, claims, of, async (db) => {
      const cues = [...given].sort((a, b) => a.start - b.start || a.end - b.end)
      const stored = { label, cues: JSON.stringify(cues) }
      const key = { tenant_id: of.tenantId, item_id: of.itemId, language }
      // An update first: the limit counts before a conflict is found.
      const { numUpdatedRows } = await db
        .updateTable('library_captions')
        .set(stored)
        .where('tenant_id', '=', of.tenantId)
        .where('item_id', '=', of.itemId)
        .where('language', '=', language)
        .executeTakeFirst()
      if (numUpdatedRows === 0n)
        await db
          .insertInto('library_captions')
          .values({ ...key, ...stored })
          .execute()
      return { language, label, cues }
    }),
  )

/** Captions that do not exist are deleted, too. @throws {AppError} as `within` */
export const deleteCaptions = (
  kernel: Kernel,
  claims: Claims,
  { language, ...of }: OfItem & { language: string },
): Promise<unknown> =>
  within(kernel, claims, of, (db) =>
    db
      .deleteFrom('library_captions')
      .where('tenant_id', '=', of.tenantId)
      .where('item_id', '=', of.itemId)
      .where('language', '=', language)
      .execute(),
  )
