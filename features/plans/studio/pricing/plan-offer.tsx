import { Link, useLocation } from 'react-router'
import { planPriceParts } from '#studio/plan/plan-price.ts'
import { Badge } from '#ui/base/badge.tsx'
import { buttonStyle } from '#ui/base/button.tsx'
import { classNames } from '#ui/base/class-names.ts'
import { Skeleton } from '#ui/base/skeleton.tsx'
import { Button } from '#ui/button.tsx'
import type { PlanRow } from '#studio/plan/plan-row.ts'
import { FeatureList } from '../feature-list.tsx'
import type { Offer } from './offer.ts'

export interface PlanOfferProps {
  plan: PlanRow
  offer: Offer
  popular: boolean
  busy: boolean
  /** The purchase of another plan is in progress. */
  blocked: boolean
  onChoose: () => void
}

/** One plan: its price, its button and its features. */
export function PlanOffer({ plan, offer, popular, busy, blocked, onChoose }: PlanOfferProps) {
  const { amount, per } = planPriceParts(plan)
  return (
    <li
      aria-labelledby={`plan-${plan.id}`}
      className={classNames(
        'flex flex-col rounded-card border bg-surface',
        popular ? 'border-accent shadow-2 ring-1 ring-accent' : 'border-line shadow-1',
      )}
    >
      <div className="border-b border-line p-6 max-md:p-5">
        <div className="flex min-h-5.5 flex-wrap items-center gap-x-2.5 gap-y-1.5">
          <h2 id={`plan-${plan.id}`} className="text-subheading">
            {plan.name}
          </h2>
          {popular ? <Badge tone="solid">Popular</Badge> : null}
          {offer.trial ? (
            <span className="ml-auto flex">
              <Badge tone="ok">3-day free trial</Badge>
            </span>
          ) : null}
        </div>
        <p className="mt-4 flex items-baseline tabular-nums">
          <span className="text-[40px]/[44px] font-semibold tracking-[-0.035em]">{amount}</span>
          {per ? <span className="ml-1 text-lead text-text-2">{per}</span> : null}
        </p>
        <div className="mt-5 [&_.bb-tooltip-area]:w-full">
          <Act
            plan={plan}
            offer={offer}
            popular={popular}
            busy={busy}
            blocked={blocked}
            onChoose={onChoose}
          />
        </div>
      </div>
      <FeatureList label={`In ${plan.name}`} features={plan.features} className="space-y-3 p-6 max-md:p-5" />
    </li>
  )
}

/** Loading skeleton of a plan, as tall as one with this number of features. */
export function PlanOfferSkeleton({ features }: { features: number }) {
  return (
    <div className="rounded-card border border-line bg-surface shadow-1">
      <div className="border-b border-line p-6 max-md:p-5">
        <div className="flex h-6 items-center">
          <Skeleton width="38%" />
        </div>
        <div className="mt-4 flex h-11 items-center">
          <Skeleton width={96} height={28} />
        </div>
        <div className="mt-5">
          <Skeleton height={36} radius="var(--bb-r-btn)" />
        </div>
      </div>
      <div className="space-y-3 p-6 max-md:p-5">
        {Array.from({ length: features }, (_, line) => (
          <div key={line} className="flex h-5 items-center">
            <Skeleton width={`${85 - ((line * 23) % 40)}%`} />
          </div>
        ))}
      </div>
    </div>
  )
}

function Act({ plan, offer, popular, busy, blocked, onChoose }: PlanOfferProps) {
  const { pathname, search } = useLocation()
  const which = <span className="sr-only"> ({plan.name})</span>
  const variant = popular && offer.act !== 'none' ? 'primary' : 'secondary'
  if (offer.act === 'login')
    return (
      <Link
        {...buttonStyle({ variant, wide: true })}
        to={`/auth?next=${encodeURIComponent(pathname + search)}`}
      >
        {offer.label}
        {which}
      </Link>
    )
  return (
    <Button
      wide
      variant={variant}
      disabledReason={offer.reason}
      disabled={blocked}
      busy={busy}
      busyLabel={offer.act === 'checkout' || offer.act === 'free' ? 'Processing...' : undefined}
      onClick={onChoose}
    >
      {offer.label}
      {which}
    </Button>
  )
}
