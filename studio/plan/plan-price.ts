import type { PlanRow } from './plan-row.ts'

/** Formats a plan's price as `€19` and `/month`, with cents only if there are any; zero as `Free`. */
export function planPriceParts({ price_cents, interval }: Pick<PlanRow, 'price_cents' | 'interval'>): {
  amount: string
  per: string
} {
  if (price_cents === 0) return { amount: 'Free', per: '' }
  const digits = price_cents % 100 === 0 ? 0 : 2
  const amount = (price_cents / 100).toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return { amount: `€${amount}`, per: `/${interval}` }
}

/** Formats a plan's price as one text: `€19/month` or `Free`. */
export function planPriceText(plan: Pick<PlanRow, 'price_cents' | 'interval'>): string {
  const { amount, per } = planPriceParts(plan)
  return amount + per
}
