import { sql } from 'kysely'
import type { Audience } from '#kernel/browser/audience.ts'
import { audienceOfRule } from '#kernel/db/audience-of-rule.ts'
import type { Claims } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import { AppError } from '#kernel/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { tenantWith } from '#kernel/tenant-with.ts'
import { BadArticle, linkAddress, picturesOf, plainText, readArticle } from './article.ts'
import type { ItemKind } from './endpoints.ts'
import { PICTURE_TYPES, type GivenItem, type StaffBody, type StaffItemWithBody } from './endpoints-studio.ts'
import { libraryErrors } from './errors.ts'
import { BUCKET } from './bucket.ts'
import { inNamespace } from './uploads.ts'
import { refusing } from './refusals.ts'
import { itemOf } from './staff-items.ts'

/** Two items with one title that are created at once may find the same free slug; the second then takes the next one. */
const MOST_TRIES = 5

/** Stores a new item with its body. @throws {AppError} see `createItem` in endpoints-studio.ts */
export async function createItem(kernel: Kernel, claims: Claims, given: NewItem): Promise<StaffItemWithBody> {
  for (let tries = 1; ; tries++)
    try {
      return await insertItem(kernel, claims, given)
    } catch (error) {
      const isTaken = error instanceof AppError && error.code === 'slug_taken'
      if (!isTaken || given.slug !== undefined || tries === MOST_TRIES) throw error
    }
}

interface NewItem {
  tenantId: string
  kind: ItemKind
  slug?: string
  item: GivenItem
}

function insertItem(
  { database }: Kernel,
  claims: Claims,
  { tenantId, kind, slug, item }: NewItem,
): Promise<StaffItemWithBody> {
  return refusing(
    database.withClaims(
      claims,
      async (db) => {
        await tenantWith(db, tenantId, 'content')
        const body = await bodyOf(db, tenantId, kind, item.body)
        const { id } = await db
          .insertInto('library_items')
          .values({
            ...(await columnsOf(db, tenantId, item)),
            tenant_id: tenantId,
            kind,
            slug: slug ?? (await freeSlug(db, tenantId, item.title)),
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        await db
          .insertInto('library_bodies')
          .values({ tenant_id: tenantId, item_id: id, ...body })
          .execute()
        return itemOf(db, tenantId, id)
      },
      inNamespace(tenantId),
    ),
  )
}

/** Replaces an item and its body. @throws {AppError} see `saveItem` in endpoints-studio.ts */
export function saveItem(
  { database }: Kernel,
  claims: Claims,
  {
    tenantId,
    itemId,
    revision,
    item,
  }: { tenantId: string; itemId: string; revision: number; item: GivenItem },
): Promise<StaffItemWithBody> {
  return refusing(
    database.withClaims(
      claims,
      async (db) => {
        await tenantWith(db, tenantId, 'content')
        const { kind } = await takeRevision(db, { tenantId, itemId, revision })
        const body = await bodyOf(db, tenantId, kind, item.body)
        await db
          .updateTable('library_items')
          .set(await columnsOf(db, tenantId, item))
          .where('tenant_id', '=', tenantId)
          .where('id', '=', itemId)
          .execute()
        await db
          .insertInto('library_bodies')
          .values({ tenant_id: tenantId, item_id: itemId, ...body })
          .onConflict((conflict) => conflict.columns(['tenant_id', 'item_id']).doUpdateSet(body))
          .execute()
        return itemOf(db, tenantId, itemId)
      },
      inNamespace(tenantId),
    ),
  )
}

/** Counts a change of an item that was read at this revision, and locks it. @throws {AppError} item_not_found, item_changed */
export async function takeRevision(
  db: Db,
  { tenantId, itemId, revision }: { tenantId: string; itemId: string; revision: number },
): Promise<{ kind: ItemKind }> {
  const changed = await db
    .updateTable('library_items')
    .set({ revision: revision + 1 })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', itemId)
    .where('revision', '=', revision)
    .returning('kind')
    .executeTakeFirst()
  if (changed) return { kind: changed.kind as ItemKind }
  await itemOf(db, tenantId, itemId)
  throw libraryErrors.item_changed()
}

async function columnsOf(db: Db, tenantId: string, item: GivenItem) {
  const { body: _, audience, published_at: at, ...plain } = item
  return {
    ...plain,
    // The database's clock alone decides what is visible, so `now` is its time and not the browser's. In milliseconds, as it is sent back.
    published_at: at === 'now' ? sql<Date>`date_trunc('milliseconds', now())` : at,
    audience_id: await audienceId(db, tenantId, audience),
  }
}

async function audienceId(db: Db, tenantId: string, given: string | Audience | null): Promise<string | null> {
  if (given === null) return null
  if (typeof given !== 'string') return audienceOfRule(db, tenantId, given, 'Readers of the library')
  const { rows } =
    await sql`select from public.audiences where tenant_id = ${tenantId} and id = ${given}`.execute(db)
  if (!rows[0]) throw libraryErrors.audience_not_found()
  return given
}

/** @throws {AppError} bad_article, bad_body, file_missing */
async function bodyOf(db: Db, tenantId: string, kind: ItemKind, given: GivenItem['body']) {
  const { doc, url, file, chapters } = given
  const body: StaffBody = {}
  if (doc) {
    body.doc = articleOf(doc)
    await checkPictures(db, tenantId, picturesOf(body.doc))
  }
  if (url !== undefined) {
    const address = linkAddress(url)
    if (kind !== 'link' || !address) throw libraryErrors.bad_body({ details: { field: 'url' } })
    body.url = address
  }
  if (file) {
    if (kind !== 'file' && kind !== 'audio' && kind !== 'video')
      throw libraryErrors.bad_body({ details: { field: 'file' } })
    body.file = { ...file, ...(await storedFile(db, tenantId, file.path)) }
  }
  if (chapters?.length) {
    if (kind !== 'audio' && kind !== 'video') throw libraryErrors.bad_body({ details: { field: 'chapters' } })
    body.chapters = chapters
  }
  return { body: JSON.stringify(body), plain: body.doc ? plainText(body.doc) : '' }
}

function articleOf(given: unknown) {
  try {
    return readArticle(given)
  } catch (error) {
    if (!(error instanceof BadArticle)) throw error
    throw libraryErrors.bad_article({ details: { reason: error.message }, cause: error })
  }
}

/** @throws {AppError} file_missing, bad_article */
async function checkPictures(db: Db, tenantId: string, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return
  const { rows } = await sql<{ type: string | null }>`
    select metadata ->> 'mimetype' as type from storage.objects
    where pool_id = ${tenantId} and bucket_id = ${BUCKET} and name = any (${[...paths]}::text[])`.execute(db)
  if (rows.length < paths.length) throw libraryErrors.file_missing()
  if (rows.some(({ type }) => !PICTURE_TYPES.includes(type ?? '')))
    throw libraryErrors.bad_article({ details: { reason: 'A picture is not PNG, JPEG, WebP, AVIF or GIF' } })
}

async function storedFile(db: Db, tenantId: string, path: string): Promise<{ type: string; size: number }> {
  const { rows } = await sql<{ type: string | null; size: number | null }>`
    select metadata ->> 'mimetype' as type, (metadata ->> 'size')::float8 as size from storage.objects
    where pool_id = ${tenantId} and bucket_id = ${BUCKET} and name = ${path}`.execute(db)
  const [found] = rows
  if (!found) throw libraryErrors.file_missing()
  return { type: found.type ?? 'application/octet-stream', size: found.size ?? 0 }
}

/** A slug of the title that no item of the tenant has: with a number if there are several. */
async function freeSlug(db: Db, tenantId: string, title: string): Promise<string> {
  const plain = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
    .replace(/-+$/, '')
  const base = plain || 'item'
  const taken = await db
    .selectFrom('library_items')
    .select('slug')
    .where('tenant_id', '=', tenantId)
    .where('slug', 'like', `${base}%`)
    .execute()
  const slugs = new Set(taken.map(({ slug }) => slug))
  for (let number = 1; ; number++) {
    const slug = number === 1 ? base : `${base}-${number}`
    if (!slugs.has(slug)) return slug
  }
}
