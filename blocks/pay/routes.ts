import { creator, visitor } from '#kernel/http/guards.ts'
import { route } from '#kernel/http/route.ts'
import type { Route } from '#kernel/http/route.ts'
import type { Unit } from '#kernel/unit.ts'
import { statusByCode, statusByReceipt } from '#features/orders/order-status.ts'
import { block } from './block.ts'
import * as contracts from './contract.ts'
import { loadCheckoutData, loadPayData } from './embed/embed-data.ts'
import { orderStatus, purchase } from './endpoints.ts'
import * as studio from './endpoints-studio.ts'
import * as items from './items.ts'
import { startPurchase } from './purchase.ts'

export const functions: Route[] = [
  route(studio.listItems, creator, contracts.listItemsContract, ({ kernel, claims, input }) =>
    kernel.database.withClaims(claims, (db) => items.listItems(db, input.tenantId)),
  ),
  route(studio.createItem, creator, contracts.createItemContract, ({ kernel, claims, input }) =>
    kernel.database.withClaims(claims, (db) => items.createItem(db, input)),
  ),
  route(studio.updateItem, creator, contracts.updateItemContract, ({ kernel, claims, input }) =>
    kernel.database.withClaims(claims, (db) => items.updateItem(db, input)),
  ),
  route(studio.deleteItem, creator, contracts.deleteItemContract, async ({ kernel, claims, input }) => {
    await kernel.database.withClaims(claims, (db) => items.deleteItem(db, input.itemId))
    return { success: true }
  }),
  route(purchase, visitor, contracts.purchaseContract, startPurchase),
  route(orderStatus, visitor, contracts.orderStatusContract, ({ kernel, claims, input }) =>
    input.code === undefined
      ? statusByReceipt(kernel, claims.tenant!, input.receipt!)
      : statusByCode(kernel, claims.tenant!, input.code),
  ),
]

export const embedPages: NonNullable<Unit['embedPages']> = {
  pay: { title: block.title, load: loadPayData },
  checkout: { title: 'Checkout', alone: true, load: loadCheckoutData },
}
