import { useEffect } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router'
import { useAccess } from '#studio/plan/use-access.ts'
import { useBilling } from '#studio/plan/use-billing.ts'
import { usePlans } from '#studio/plan/plan-row.ts'
import { useAuth } from '#studio/session/session.tsx'
import { Badge } from '#ui/base/badge.tsx'
import { Button } from '#ui/button.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { ManageBilling } from '../billing/manage-billing.tsx'
import { ComparePlans } from './compare-plans.tsx'
import { DayPassRow } from './day-pass-row.tsx'
import { holdsPaidPlan, offerOf } from './offer.ts'
import { PlanOffer, PlanOfferSkeleton } from './plan-offer.tsx'
import { useFreePlan, usePaidPlan } from './use-plan-choice.ts'

const POPULAR = 'pro'

/** `/pricing` and `/bolt/pricing`: the plans, for visitors, creators and the operator's staff, who can also buy a day pass. */
export default function PricingScreen() {
  const { loading, user } = useAuth()
  const [query] = useSearchParams()
  const plans = usePlans()
  const billing = useBilling()
  const isStaff = useAccess().data?.staff === true
  const free = useFreePlan()
  const paid = usePaidPlan()
  const { isError } = plans
  const held = billing.data?.held

  useEffect(() => {
    if (isError) toast.error('Error', 'Failed to load pricing plans.')
  }, [isError])

  // A paying user came here on purpose, probably to upgrade or manage the plan, so do not redirect.
  if (holdsPaidPlan(held) && !query.has('manage')) return <Navigate to="/bolt/studio" replace />

  const waits = !plans.data || loading || (user !== null && billing.isPending)
  const trialUsed = billing.data?.trial_available === false
  const busyPlan = free.isPending ? 'free' : paid.isPending ? paid.variables : undefined

  return (
    <>
      <header className="mb-7 flex flex-wrap items-end justify-between gap-x-6 gap-y-4 max-md:mb-5">
        <div>
          <div className="flex items-center gap-3">
            <h1 className="text-section max-md:text-section-phone">Pricing</h1>
            {/* It appears late, so it is where nothing has to move. */}
            {isStaff ? (
              <>
                <Badge tone="outline">Staff view</Badge>
                <Link className="link text-small" to="/bolt/admin/stripe">
                  Payments admin
                </Link>
              </>
            ) : null}
          </div>
          <p className="mt-2 text-lead text-text-2">Start now — cancel anytime in the first 3 days</p>
        </div>
        {user ? <ManageBilling /> : null}
      </header>
      {query.get('canceled') === 'true' ? <Canceled /> : null}
      {isError ? (
        <FailedRow
          message="Failed to load pricing plans."
          busy={plans.isFetching}
          onRetry={() => void plans.refetch()}
        />
      ) : waits ? (
        <div aria-busy="true" className="grid gap-4 lg:grid-cols-3">
          <output className="sr-only">Loading plans...</output>
          <PlanOfferSkeleton features={3} />
          <PlanOfferSkeleton features={6} />
          <PlanOfferSkeleton features={8} />
        </div>
      ) : (
        <ul aria-label="Plans" className="grid gap-4 lg:grid-cols-3">
          {plans.data.map((plan) => {
            const offer = offerOf(plan, { signedIn: user !== null, held, trialUsed })
            return (
              <PlanOffer
                key={plan.id}
                plan={plan}
                offer={offer}
                popular={plan.id === POPULAR}
                busy={busyPlan === plan.id}
                blocked={busyPlan !== undefined && busyPlan !== plan.id}
                onChoose={() => (offer.act === 'free' ? free.mutate() : paid.mutate(plan.id))}
              />
            )
          })}
        </ul>
      )}
      {user ? <DayPassRow /> : null}
      <ComparePlans />
    </>
  )
}

/** Shown after a canceled checkout, with a button to try again. */
function Canceled() {
  const [query, setQuery] = useSearchParams()
  const tryAgain = () => {
    const rest = new URLSearchParams(query)
    rest.delete('canceled')
    setQuery(rest, { replace: true })
    document.querySelector<HTMLElement>('[aria-label="Plans"] button')?.focus()
  }
  return (
    <div className="mb-5">
      <Notice
        tone="warn"
        action={
          <Button size="small" onClick={tryAgain}>
            Try Again
          </Button>
        }
      >
        Your checkout was canceled
      </Notice>
    </div>
  )
}
