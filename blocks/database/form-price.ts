import { sql } from 'kysely'
import type { Value } from '#kernel/browser/fields/read-value.ts'
import type { FormSettings } from '#kernel/browser/forms/form-design.ts'
import { MOST_UNITS } from '#kernel/browser/forms/form-design.ts'
import type { FormState } from '#kernel/browser/forms/form-state.ts'
import type { Claims } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { ITEM_PLAN, itemOffer } from '#features/orders/item-sale.ts'
import type { FormPrice } from './endpoints.ts'
import { formErrors } from './errors.ts'
import { invalid } from './form-refusals.ts'

/** Whether the visitor could pay now, and what. Forms without a payment are `open`. */
export interface Payable {
  state: FormState
  price?: FormPrice
}

/** What the last step of a form costs this caller. A product that cannot be bought closes its form. */
export async function payableOf(
  kernel: Kernel,
  claims: Claims,
  { payment }: Pick<FormSettings, 'payment'>,
): Promise<Payable> {
  if (!payment) return { state: 'open' }
  const item = await itemOffer(kernel, claims, payment.item)
  if (!item || item.interval !== null || !(await canSell(kernel, claims))) return { state: 'closed' }
  if (!item.may_buy) return { state: claims.sub ? 'not_for_you' : 'sign_in' }
  if (item.available === 0) return { state: 'full' }
  const { name, price_cents, currency } = item
  return { state: 'open', price: { name, price_cents, currency } }
}

async function canSell(kernel: Kernel, claims: Claims): Promise<boolean> {
  const { rows } = await kernel.database.withClaims(claims, (db) =>
    sql<{ can: boolean }>`select app.can_sell(${claims.tenant}, ${ITEM_PLAN}) as can`.execute(db),
  )
  return rows[0]!.can
}

/** How many units a submission is for: 1 unless a number field says more. @throws {AppError} invalid_answers */
export function quantityOf({ payment }: FormSettings, values: Record<string, Value>): number {
  const field = payment?.quantity
  const given = field === undefined ? null : (values[field] ?? null)
  if (given === null) return 1
  if (!Number.isInteger(given) || Number(given) < 1 || Number(given) > MOST_UNITS)
    throw invalid([{ field: field!, code: 'units' }])
  return Number(given)
}

/** @throws {AppError} product_not_found for what a form cannot sell: products of others, inactive and recurring ones */
export async function requireProduct(db: Db, tenantId: string, { payment }: FormSettings): Promise<void> {
  if (!payment) return
  const item = await db
    .selectFrom('items')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', payment.item)
    .where('active', '=', true)
    .where('interval', 'is', null)
    .executeTakeFirst()
  if (!item) throw formErrors.product_not_found()
}
