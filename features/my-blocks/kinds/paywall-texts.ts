export interface PlanPrice {
  /** `Pro`. */
  name: string
  price_cents: number
  /** `month`. */
  interval: string
}

/** Texts of the paywall in English; the embed has them in several languages. */
export interface PaywallTexts {
  title: (block: string, plan: string) => string
  text: string
  /** Follows the price, by the plan's interval. */
  every: Record<string, string>
}

export const paywallTexts: PaywallTexts = {
  title: (block, plan) => `${block} is part of ${plan}`,
  text: 'Upgrade to open it. Your account and data stay as they are.',
  every: { month: '/month', year: '/year' },
}
