import { useBilling } from '#studio/plan/use-billing.ts'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { CardSkeleton } from '#ui/lists/skeletons.tsx'
import { PlanSummary } from './plan-summary.tsx'

/** `/bolt/billing`: the current plan, what it lacks, and a link to the plans. */
export default function BillingScreen() {
  return (
    <div className="max-w-[720px]">
      <PageHead title="Billing" text="What you pay Bolt Blocks: your plan, your card and your invoices." />
      <OwnPlan />
    </div>
  )
}

/** The creator's plan, with its loading and error states. */
export function OwnPlan() {
  const { data, isError, isFetching, refetch } = useBilling()
  if (data) return <PlanSummary billing={data} />
  if (isError)
    return (
      <FailedRow message="Your plan could not be loaded." busy={isFetching} onRetry={() => void refetch()} />
    )
  return <CardSkeleton lines={3} />
}
