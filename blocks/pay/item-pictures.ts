import { Hono } from 'hono'
import { sql } from 'kysely'
import type { Db } from '#kernel/db/database.ts'
import { commonErrors } from '#kernel/errors.ts'
import type { AppEnv } from '#kernel/http/context.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { EncodedPicture } from './encode-picture.ts'
import { payErrors } from './errors.ts'

/** Stores the picture of a creator's own product, or removes it. Runs in the transaction of the product's update. */
export async function setItemPicture(db: Db, itemId: string, picture: EncodedPicture | null): Promise<void> {
  const { hash, bytes, width, height } = picture ?? {}
  await sql`select app.set_item_picture(${itemId}, ${hash ?? null}, ${bytes ?? null}, ${width ?? null}, ${
    height ?? null
  })`.execute(db)
}

/**
 * The picture of a creator's own product as a data URL. Inactive products have no public address.
 * @throws {AppError} picture_not_found, also for another creator's product
 */
export async function readItemPicture(db: Db, itemId: string): Promise<{ data_url: string }> {
  const picture = await db
    .selectFrom('item_pictures')
    .select('bytes')
    .where('item_id', '=', itemId)
    .executeTakeFirst()
  if (!picture) throw payErrors.picture_not_found()
  return { data_url: `data:image/webp;base64,${picture.bytes.toString('base64')}` }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const FILE = /^([0-9a-f]{32})\.webp$/

/** Serves the pictures of active products to everyone who has the address, also of those that are hidden from some. */
export function picturePages(kernel: Kernel): Hono<AppEnv> {
  const pages = new Hono<AppEnv>()
  pages.get('/item-pictures/:tenantId/:itemId/:file', async (c) => {
    const { tenantId, itemId, file } = c.req.param()
    const hash = FILE.exec(file)?.[1]
    if (!hash || !UUID.test(tenantId) || !UUID.test(itemId)) throw commonErrors.not_found()
    const { rows } = await kernel.database.once<{ bytes: Buffer<ArrayBuffer> | null }>(
      { role: 'anon', pool: tenantId, tenant: tenantId },
      {
        name: 'item_picture',
        text: 'select app.item_picture($1, $2, $3) as bytes',
        values: [tenantId, itemId, hash],
        readOnly: true,
      },
    )
    if (!rows[0]?.bytes) throw commonErrors.not_found()
    c.header('content-type', 'image/webp')
    c.header('cache-control', 'public, max-age=31536000, immutable')
    c.header('content-security-policy', "default-src 'none'")
    return c.body(rows[0].bytes)
  })
  return pages
}
