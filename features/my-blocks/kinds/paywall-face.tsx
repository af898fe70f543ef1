import type { ReactNode } from 'react'
import { wholeMoney } from '#kernel/browser/local.ts'
import { LockedCard } from '#ui/base/faces/locked-card.tsx'
import { type PaywallTexts, type PlanPrice, paywallTexts } from './paywall-texts.ts'

/** Replaces a block that the owner's plan does not include; the Studio's preview shows it, too. */
export function PaywallFace(props: {
  title: string
  /** Passed to LockedCard. */
  level?: 1 | 2
  plan: PlanPrice
  words?: PaywallTexts
  action: ReactNode
}) {
  const { title, level, plan, words = paywallTexts, action } = props
  const price = {
    amount: wholeMoney(plan.price_cents, 'eur'),
    every: words.every[plan.interval] ?? `/${plan.interval}`,
  }
  return (
    <LockedCard title={words.title(title, plan.name)} level={level} price={price} action={action}>
      {words.text}
    </LockedCard>
  )
}
