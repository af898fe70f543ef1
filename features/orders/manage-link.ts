import { Hono } from 'hono'
import type { AppEnv } from '#kernel/http/context.ts'
import type { PaymentMode } from '#kernel/config.ts'
import type { Db } from '#kernel/db/database.ts'
import { AppError } from '#kernel/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { newToken, tokenHash } from '#kernel/secrets/one-time-token.ts'
import { portalAddress } from './portal.ts'
import { noticePage } from './return/notice-page.ts'
import { allowedReturnUrl } from './return/allowed-return-url.ts'

/** Mail scanners follow links as well, and each visit costs requests to the provider. */
const VISITS = { points: 20, seconds: 3600 }

/**
 * Makes the link with which a guest manages or cancels a recurring order. Only its hash is stored.
 * @param order the first order of the subscription
 */
export async function makeManageLink(
  kernel: Kernel,
  order: { tenant_id: string; id: string },
): Promise<string> {
  const token = newToken()
  await kernel.database.asService('job: store the link of an email', (db) =>
    db
      .insertInto('app.order_links')
      .values({ tenant_id: order.tenant_id, order_id: order.id, hash: tokenHash(token) })
      .execute(),
  )
  return `${kernel.config.publicUrl}/orders/manage?link=${token}`
}

/** `GET /orders/manage?link=…` leads to the provider's page for this subscription: card, invoices, cancellation. */
export function manageLinkPage(kernel: Kernel): Hono<AppEnv> {
  return new Hono<AppEnv>().get('/orders/manage', async (c) => {
    c.header('referrer-policy', 'no-referrer')
    c.header('cache-control', 'no-store')
    const order = await kernel.database.asService('proof: order of a link in an email', (db) =>
      orderByLink(db, c.req.query('link') ?? ''),
    )
    if (!order) return noticePage(c, 'unknown')
    try {
      await kernel.limits.take('order.manage', order.id, VISITS)
      const { page_url, allowed_origins, mode } = order
      const page = page_url
        ? allowedReturnUrl(page_url, { allowed_origins, stripe_mode: mode }, kernel.config.publicUrl)
        : undefined
      return c.redirect(await portalAddress(kernel, order, async () => page?.href), 303)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return noticePage(c, 'away')
    }
  })
}

async function orderByLink(db: Db, token: string) {
  const order = await db
    .selectFrom('app.order_links as l')
    .innerJoin('orders as o', (join) =>
      join.onRef('o.tenant_id', '=', 'l.tenant_id').onRef('o.id', '=', 'l.order_id'),
    )
    .innerJoin('tenants as t', 't.id', 'o.tenant_id')
    .select(['o.tenant_id', 'o.id', 'o.mode', 'o.page_url', 't.allowed_origins'])
    .where('l.hash', '=', tokenHash(token))
    .executeTakeFirst()
  return order && { ...order, mode: order.mode as PaymentMode }
}
