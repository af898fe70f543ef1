import type { PaymentMode } from '#kernel/config.ts'
import type { Db } from '#kernel/db/database.ts'
import { planErrors } from './errors.ts'

/** Days of the free trial of a paid plan. */
export const TRIAL_DAYS = 3
/** Price and length of a day pass. */
export const DAY_PASS = { amount: 100, currency: 'eur', minutes: 1440, name: 'Day Pass' } as const
/** Currency of the plans' prices. */
export const PLAN_CURRENCY = 'eur'

export interface PricedPlan {
  id: string
  name: string
  price_cents: number
  interval: string
  stripe_price_id: string | null
  stripe_price_id_live: string | null
}

/** The price of a plan on the operator's account of this mode. */
export const priceOf = (plan: PricedPlan, mode: PaymentMode): string | null =>
  mode === 'live' ? plan.stripe_price_id_live : plan.stripe_price_id

/** Id of a plan's product at the provider. We choose it, so that a price of any age identifies its plan. */
export const productOf = (planId: string, mode: PaymentMode): string => `bolt_blocks_${mode}_${planId}`

/** All plans including Free, cheapest first. Prices in cents of PLAN_CURRENCY. */
export function allPlans(db: Db): Promise<PricedPlan[]> {
  return db
    .selectFrom('bolt_plans')
    .select(['id', 'name', 'price_cents', 'interval', 'stripe_price_id', 'stripe_price_id_live'])
    .orderBy('sort')
    .execute()
}

/**
 * The paid plan requested by a checkout, with its price in the mode.
 * @param wanted id of a plan, or of its price in this mode
 * @throws {AppError} 400 unknown_plan or free_plan, 409 no_price
 */
export async function planWanted(db: Db, wanted: string, mode: PaymentMode) {
  const plan = (await allPlans(db)).find((one) => one.id === wanted || priceOf(one, mode) === wanted)
  if (!plan) throw planErrors.unknown_plan()
  if (plan.price_cents === 0) throw planErrors.free_plan()
  const price = priceOf(plan, mode)
  if (!price) throw planErrors.no_price()
  return { ...plan, price }
}
