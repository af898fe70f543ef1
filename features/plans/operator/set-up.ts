import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import type { PaymentMode } from '#kernel/config.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { isGone } from '#kernel/payments/provider-error.ts'
import { PLAN_CURRENCY, allPlans, productOf } from '../plans.ts'
import type { PricedPlan } from '../plans.ts'

export interface SetUp {
  /** Price ids by plan. */
  prices: Record<string, string>
  portalConfiguration: string
}

/**
 * Creates what paid plans need on the operator's account of one mode (products, prices, the portal's
 * configuration) and stores their ids. Existing objects stay. A changed price is replaced, and current
 * subscribers keep the old one.
 * @throws {StripeError} when the provider refuses or cannot be reached
 */
export async function setUpPlans(kernel: Kernel, mode: PaymentMode): Promise<SetUp> {
  const stripe = kernel.payments.client(mode)
  const plans = await kernel.database.asService('staff: paid plans', allPlans)
  const prices: Record<string, string> = {}
  for (const plan of plans.filter(({ price_cents }) => price_cents > 0)) {
    await ensureProduct(stripe, plan, mode)
    prices[plan.id] = await ensurePrice(stripe, plan, mode)
  }
  await storePrices(kernel, mode, prices)
  const portalConfiguration = await ensurePortal(stripe, mode, prices, kernel.config.publicUrl)
  await kernel.database.asService('staff: store the portal configuration', (db) =>
    db
      .insertInto('app.billing_setup')
      .values({ mode, portal_configuration_id: portalConfiguration })
      .onConflict((conflict) =>
        conflict.column('mode').doUpdateSet({ portal_configuration_id: portalConfiguration }),
      )
      .execute(),
  )
  return { prices, portalConfiguration }
}

async function ensureProduct(stripe: Stripe, plan: PricedPlan, mode: PaymentMode): Promise<void> {
  const id = productOf(plan.id, mode)
  const name = `Bolt Blocks ${plan.name}`
  const known = await stripe.products.retrieve(id).catch((error: unknown) => {
    if (!isGone(error)) throw error
  })
  if (!known) await stripe.products.create({ id, name, metadata: { plan_id: plan.id } })
  else if (known.name !== name || !known.active) await stripe.products.update(id, { name, active: true })
}

async function ensurePrice(stripe: Stripe, plan: PricedPlan, mode: PaymentMode): Promise<string> {
  const lookup_key = `bolt_blocks_${plan.id}_${plan.interval}`
  const [known] = (await stripe.prices.list({ lookup_keys: [lookup_key], limit: 1 })).data
  if (
    known?.active &&
    known.unit_amount === plan.price_cents &&
    known.currency === PLAN_CURRENCY &&
    known.recurring?.interval === plan.interval &&
    known.product === productOf(plan.id, mode)
  )
    return known.id
  const made = await stripe.prices.create({
    product: productOf(plan.id, mode),
    currency: PLAN_CURRENCY,
    unit_amount: plan.price_cents,
    recurring: { interval: plan.interval },
    lookup_key,
    transfer_lookup_key: true,
    metadata: { plan_id: plan.id },
  })
  if (known?.active) await stripe.prices.update(known.id, { active: false })
  return made.id
}

function storePrices(kernel: Kernel, mode: PaymentMode, prices: Record<string, string>) {
  const column = mode === 'live' ? 'stripe_price_id_live' : 'stripe_price_id'
  return kernel.database.asService('staff: store the prices of plans', async (db) => {
    for (const [id, price] of Object.entries(prices))
      await db
        .updateTable('bolt_plans')
        .set({ [column]: price })
        .where('id', '=', id)
        .execute()
  })
}

/**
 * One configuration per set of options: a changed set creates a new configuration, because sessions refer to
 * theirs.
 */
async function ensurePortal(
  stripe: Stripe,
  mode: PaymentMode,
  prices: Record<string, string>,
  publicUrl: string,
): Promise<string> {
  const wanted: Stripe.BillingPortal.ConfigurationCreateParams = {
    default_return_url: `${publicUrl}/studio/billing`,
    features: {
      customer_update: { enabled: true, allowed_updates: ['address', 'tax_id'] },
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: true, mode: 'at_period_end' },
      subscription_update: {
        enabled: true,
        default_allowed_updates: ['price'],
        proration_behavior: 'create_prorations',
        products: Object.entries(prices).map(([plan, price]) => ({
          product: productOf(plan, mode),
          prices: [price],
        })),
      },
    },
  }
  const digest = createHash('sha256').update(JSON.stringify(wanted)).digest('hex').slice(0, 32)
  const known = await stripe.billingPortal.configurations.list({ active: true, limit: 100 })
  const same = known.data.find(({ metadata }) => metadata?.bolt_blocks === digest)
  if (same) return same.id
  return (await stripe.billingPortal.configurations.create({ ...wanted, metadata: { bolt_blocks: digest } }))
    .id
}
