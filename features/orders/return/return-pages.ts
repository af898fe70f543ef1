import { Hono } from 'hono'
import type { AppContext, AppEnv } from '#kernel/http/context.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { cancelOrder } from './cancel.ts'
import { orderByState } from './find-order.ts'
import type { ReturningOrder } from './find-order.ts'
import { fulfil } from '../fulfil.ts'
import type { OrderState } from '../fulfil.ts'
import { noticePage } from './notice-page.ts'
import { newOrderCode } from '../order-status.ts'
import { allowedReturnUrl, withOrderCode } from './allowed-return-url.ts'

/**
 * The return URLs of the provider's checkout. They check the order first, then redirect to the shop's page.
 */
export function returnPages(kernel: Kernel): Hono<AppEnv> {
  const pages = new Hono<AppEnv>()
  pages.get('/checkout/return', (c) => handleReturn(kernel, c, (order) => settle(kernel, order)))
  pages.get('/checkout/cancel', (c) => handleReturn(kernel, c, (order) => cancelOrder(kernel, order)))
  return pages
}

async function handleReturn(
  kernel: Kernel,
  c: AppContext,
  decide: (order: ReturningOrder) => Promise<OrderState>,
): Promise<Response> {
  c.header('referrer-policy', 'no-referrer')
  c.header('cache-control', 'no-store')
  const order = await kernel.database.asService('proof: order of a returning buyer', (db) =>
    orderByState(db, c.req.query('state') ?? ''),
  )
  const session = c.req.query('session_id')
  if (!order || (session && session !== order.stripe_session_id)) return noticePage(c, 'unknown')
  // The provider may be unavailable. The order is then settled later, and the shop's page reads it with the
  // code.
  const state = await decide(order).catch((error: unknown) => {
    c.get('log').warn({ order: order.id, error: String(error) }, 'a returning order could not be checked')
    return 'pending' as const
  })
  const page = order.page_url
    ? allowedReturnUrl(
        order.page_url,
        { allowed_origins: order.allowed_origins, stripe_mode: order.mode },
        kernel.config.publicUrl,
      )
    : undefined
  if (!page) return noticePage(c, state, order)
  return c.redirect(withOrderCode(page, await newOrderCode(kernel, order)), 303)
}

async function settle(kernel: Kernel, order: ReturningOrder): Promise<OrderState> {
  if (!order.stripe_session_id) return 'pending'
  const ref = { sessionId: order.stripe_session_id, account: order.stripe_account_id, mode: order.mode }
  return (await fulfil(kernel, ref))?.status ?? 'pending'
}
