import { creator, endUser, visitor } from '#kernel/http/guards.ts'
import { openWithoutPlan, route, tenantFromRow } from '#kernel/http/route.ts'
import type { Route, RouteContext } from '#kernel/http/route.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { EmbedRequest, Unit } from '#kernel/unit.ts'
import { lookByReceipt, statusByCode, statusByReceipt } from '#features/orders/order-status.ts'
import { openPortal } from '#features/orders/portal.ts'
import { ownPurchase, purchasesOf } from '#features/orders/purchases.ts'
import { receiptOf } from '#features/orders/receipts.ts'
import { readCatalogue } from './catalogue.ts'
import * as contracts from './contract.ts'
import { loadCheckoutData, loadFrameData, loadPayData } from './embed/embed-data.ts'
import { titles } from './embed/texts/spoken.ts'
import * as embed from './endpoints.ts'
import * as studio from './endpoints-studio.ts'
import { encodePicture } from './encode-picture.ts'
import { picturePages, readItemPicture } from './item-pictures.ts'
import * as items from './items.ts'
import { startPurchase, limitProviderQueries } from './purchase.ts'
import { TABS } from './studio/tabs.ts'

/** Each call costs requests to the provider, and a person needs few of them. */
const PER_BUYER = { points: 30, seconds: 600 }

/** Decoding a picture takes up to a second of a core. */
const PICTURES_PER_CREATOR = { points: 100, seconds: 600 }

/** The input with its picture encoded, which takes too long for a transaction. */
async function withPicture<I extends { picture?: string | null }>(c: RouteContext<I>) {
  const { picture, ...fields } = c.input
  if (!picture) return { ...fields, picture: picture as null | undefined }
  await c.kernel.limits.take('item.picture', c.claims.sub!, PICTURES_PER_CREATOR)
  return { ...fields, picture: await encodePicture(picture) }
}

export const functions: Route[] = [
  route(studio.listItems, creator, contracts.listItemsContract, ({ kernel, claims, input }) =>
    kernel.database.withClaims(claims, (db) => items.listItems(db, input.tenantId)),
  ),
  route(studio.createItem, creator, contracts.createItemContract, async (c) => {
    const input = await withPicture(c)
    return c.kernel.database.withClaims(c.claims, (db) => items.createItem(db, input))
  }),
  route(studio.createStarterItem, creator, contracts.createStarterItemContract, ({ kernel, claims, input }) =>
    kernel.database.withClaims(claims, (db) => items.createStarterItem(db, input.tenantId)),
  ),
  tenantFromRow(
    'items',
    'itemId',
    route(studio.updateItem, creator, contracts.updateItemContract, async (c) => {
      const input = await withPicture(c)
      return c.kernel.database.withClaims(c.claims, (db) => items.updateItem(db, input))
    }),
  ),
  tenantFromRow(
    'items',
    'itemId',
    route(studio.deleteItem, creator, contracts.deleteItemContract, async ({ kernel, claims, input }) => {
      await kernel.database.withClaims(claims, (db) => items.deleteItem(db, input.itemId))
      return { success: true }
    }),
  ),
  route(studio.readItemPicture, creator, contracts.readItemPictureContract, ({ kernel, claims, input }) =>
    kernel.database.withClaims(claims, (db) => readItemPicture(db, input.itemId)),
  ),
  route(embed.catalogue, visitor, contracts.catalogueContract, ({ kernel, claims }) =>
    readCatalogue(kernel, claims, claims.tenant!),
  ),
  // Open without the plan: refuses with `cannot_sell` in the buyer's language, and lets a retried purchase
  // find its checkout.
  openWithoutPlan(route(embed.purchase, visitor, contracts.purchaseContract, startPurchase)),
  openWithoutPlan(
    route(embed.orderStatus, visitor, contracts.orderStatusContract, async (c) => {
      const { kernel, claims, input } = c
      if (input.code !== undefined) return statusByCode(kernel, claims.tenant!, input.code)
      if (!input.done) return statusByReceipt(kernel, claims.tenant!, input.receipt!)
      await limitProviderQueries(c)
      return lookByReceipt(kernel, claims.tenant!, input.receipt!)
    }),
  ),
  route(embed.myPurchases, endUser, contracts.myPurchasesContract, ({ kernel, claims, input }) =>
    purchasesOf(kernel, claims, input.cursor),
  ),
  openWithoutPlan(
    route(
      embed.purchaseReceipt,
      endUser,
      contracts.purchaseReceiptContract,
      async ({ kernel, claims, input }) => {
        await kernel.limits.take('purchase.receipt', claims.sub!, PER_BUYER)
        return receiptOf(kernel, await ownPurchase(kernel, claims, input.purchase_id))
      },
    ),
  ),
  // Buyers can always cancel a subscription.
  openWithoutPlan(
    route(
      embed.purchasePortal,
      endUser,
      contracts.purchasePortalContract,
      async ({ kernel, claims, input }) => {
        await kernel.limits.take('purchase.portal', claims.sub!, PER_BUYER)
        return openPortal(kernel, claims, input)
      },
    ),
  ),
]

export const pages: NonNullable<Unit['pages']> = picturePages

export const screenPaths = TABS.map(({ path }) => path)

const title = await titles()

/** What the products and the list of purchases read again. */
async function payAnswers(
  kernel: Kernel,
  { claims, tenant }: EmbedRequest,
): Promise<Record<string, unknown>> {
  return {
    [`${embed.catalogue.method} ${embed.catalogue.path}`]: await readCatalogue(kernel, claims, tenant.id),
    [`${embed.myPurchases.method} ${embed.myPurchases.path}`]: claims.sub
      ? await purchasesOf(kernel, claims)
      : { purchases: [], next: null },
  }
}

export const embedPages: NonNullable<Unit['embedPages']> = {
  pay: {
    title: title((texts) => texts.title),
    allows: () => ({ frame: ["'self'"] }),
    load: loadPayData,
    answers: payAnswers,
  },
  checkout: { title: title((texts) => texts.checkout), alone: true, load: loadCheckoutData },
  'checkout-frame': {
    title: title((texts) => texts.checkout),
    allows: ({ payments }) => payments.browserScript(),
    load: loadFrameData,
  },
}
