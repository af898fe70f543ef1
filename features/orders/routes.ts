import { Hono } from 'hono'
import type { AppEnv } from '#kernel/http/context.ts'
import { creator, endUser } from '#kernel/http/guards.ts'
import { route } from '#kernel/http/route.ts'
import type { Route } from '#kernel/http/route.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Unit } from '#kernel/unit.ts'
import { changeSeats } from './subscriptions/change-seats.ts'
import { changeSubscription } from './subscriptions/change-subscription.ts'
import * as contracts from './contract.ts'
import * as endpoints from './endpoints.ts'
import { exportOrders } from './list/export-orders.ts'
import { listOrders } from './list/list-orders.ts'
import { orderLog } from './list/order-log.ts'
import { orderDetail } from './list/order-rows.ts'
import { receiptOf } from './receipts.ts'
import { refundOrder, sendQueuedRefunds } from './refunds/refund-order.ts'
import { manageLinkPage } from './manage-link.ts'
import { returnPages } from './return/return-pages.ts'
import { inboxFunctions } from './inbox/routes.ts'
import { webhookRoutes } from './inbox/webhooks.ts'

export { paymentHandlers } from './payment-handlers.ts'
export { letters } from './write-letters.ts'

/** The limit of calls that query the provider or read many rows. A creator rarely needs more. */
const PER_CREATOR = { points: 120, seconds: 600 }

export const functions: Route[] = [
  route(endpoints.listOrders, creator, contracts.listOrdersContract, ({ kernel, claims, input }) =>
    kernel.database.withClaims(claims, (db) => listOrders(db, input)),
  ),
  route(
    endpoints.exportOrders,
    creator,
    contracts.exportOrdersContract,
    async ({ kernel, claims, input }) => {
      await kernel.limits.take('order.export', claims.sub!, PER_CREATOR)
      return kernel.database.withClaims(claims, (db) => exportOrders(db, input))
    },
  ),
  route(endpoints.readOrder, creator, contracts.readOrderContract, ({ kernel, claims, input }) =>
    kernel.database.withClaims(claims, (db) => orderDetail(db, input.orderId)),
  ),
  route(endpoints.readOrderLog, creator, contracts.readOrderLogContract, ({ kernel, claims, input }) =>
    kernel.database.withClaims(claims, (db) => orderLog(db, input.orderId)),
  ),
  route(endpoints.refundOrder, creator, contracts.refundOrderContract, refundOrder),
  route(endpoints.changeSubscription, creator, contracts.changeSubscriptionContract, changeSubscription),
  route(
    endpoints.orderReceipt,
    creator,
    contracts.orderReceiptContract,
    async ({ kernel, claims, input }) => {
      await kernel.limits.take('order.receipt', claims.sub!, PER_CREATOR)
      return receiptOf(
        kernel,
        await kernel.database.withClaims(claims, (db) => orderDetail(db, input.orderId)),
      )
    },
  ),
  route(endpoints.changeSeats, endUser, contracts.changeSeatsContract, changeSeats),
  ...inboxFunctions,
]

export const jobs = { 'queued-refunds': sendQueuedRefunds } satisfies Unit['jobs']

/** The routes outside `/functions/v1`: the provider's webhooks and the buyers' return URLs. */
export const pages = (kernel: Kernel): Hono<AppEnv> =>
  new Hono<AppEnv>()
    .route('/', webhookRoutes(kernel))
    .route('/', returnPages(kernel))
    .route('/', manageLinkPage(kernel))
