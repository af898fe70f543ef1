import { Hono } from 'hono'
import type { AppEnv } from '#kernel/http/context.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { AppError } from '#kernel/errors.ts'
import { createMemoryCache } from '#kernel/memory-cache.ts'
import { withSharp } from '#services/storage/images/with-sharp.ts'
import { SITE_PICTURE } from '../page-heads.ts'
import { readSiteLook } from '../read-site-look.ts'
import { siteCard } from './site-card.ts'

/** Each has about 30 KB. */
const MOST_PICTURES = 200
const LIFETIME_MS = 10 * 60_000
const MAX_AGE_S = 3600
const TIMEOUT_SECONDS = 10

/**
 * The link preview of `/try?site=…`. A site that cannot be read has the product's own picture.
 * @param blocks titles of the registered blocks
 */
export function picturePages(kernel: Kernel, blocks: readonly string[]): Hono<AppEnv> {
  const pages = new Hono<AppEnv>()
  const drawn = createMemoryCache<Buffer<ArrayBuffer>>(LIFETIME_MS, MOST_PICTURES)

  pages.get(SITE_PICTURE, async (c) => {
    try {
      const read = await readSiteLook(kernel, c.get('clientIp'), c.req.query('site') ?? '', 'look.picture')
      const png = await drawn.get(read.site, () => drawCard(siteCard({ ...read, blocks })))
      c.header('cache-control', `public, max-age=${MAX_AGE_S}`)
      c.header('cross-origin-resource-policy', 'cross-origin')
      return c.body(png, 200, { 'content-type': 'image/png' })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      c.header('cache-control', 'no-store')
      return c.redirect('/og.png', 302)
    }
  })
  return pages
}

const drawCard = (svg: string): Promise<Buffer<ArrayBuffer>> =>
  withSharp(async (sharp) => {
    const png = sharp(Buffer.from(svg))
      .png({ palette: true, quality: 90 })
      .timeout({ seconds: TIMEOUT_SECONDS })
    return png.toBuffer()
  })
