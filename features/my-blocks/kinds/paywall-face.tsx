import type { ReactNode } from 'react'
import { formatPrice } from '#kernel/browser/money.ts'
import { LockedCard } from '#ui/base/faces/locked-card.tsx'

export interface PlanPrice {
  /** `Pro`. */
  name: string
  price_cents: number
  /** `month`. */
  interval: string
}

/** Words of the paywall; the embed has them in several languages. */
export interface PaywallWords {
  title: (block: string, plan: string) => string
  text: string
}

export const paywallWords: PaywallWords = {
  title: (block, plan) => `${block} is part of ${plan}`,
  text: 'Upgrade to open it. Your account and data stay as they are.',
}

/** What stands in the place of a block whose owner's plan does not include it; the Studio's preview shows it too. */
export function PaywallFace(props: {
  title: string
  plan: PlanPrice
  words?: PaywallWords
  action: ReactNode
}) {
  const { title, plan, words = paywallWords, action } = props
  const price = {
    amount: formatPrice(plan.price_cents, 'eur').replace(/\.00$/, ''),
    every: `/${plan.interval}`,
  }
  return (
    <LockedCard title={words.title(title, plan.name)} price={price} action={action}>
      {words.text}
    </LockedCard>
  )
}
