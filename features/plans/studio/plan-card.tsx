import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatDate } from '#kernel/browser/dates.ts'
import { useBilling } from '#studio/plan/use-billing.ts'
import { db, rowsOf } from '#studio/data/data.ts'
import { useScreenExists } from '#studio/routing/known-screens.ts'
import { useAuth } from '#studio/session/session.tsx'
import { Badge } from '#ui/base/badge.tsx'
import { buttonStyle } from '#ui/base/button.tsx'
import { Card } from '#ui/base/card.tsx'
import { Skeleton } from '#ui/base/skeleton.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { type Held, nextDay } from './billing/billing-text.ts'
import {
  SHOWN_STATUSES,
  type SubscriptionRow,
  isAcceptable,
  planPrice,
  planStatus,
  planToShow,
} from './plan-status.ts'

function useSubscription() {
  const { user } = useAuth()
  return useQuery({
    queryKey: ['subscription', user?.id],
    enabled: user !== null,
    queryFn: async () =>
      planToShow(
        rowsOf<SubscriptionRow[]>(
          await db
            .from('subscriptions')
            .select('status, unit_amount, currency, interval, current_period_end')
            .eq('user_id', user!.id)
            .in('status', SHOWN_STATUSES)
            .order('created_at', { ascending: false })
            .limit(10),
        ),
      ) ?? null,
  })
}

/** The creator's paid plan, or a note that there is none. */
export function PlanCard() {
  const { data, isError, isFetching, refetch } = useSubscription()
  // Wait for the plan's name and its access to live payments, so that the card renders once. If billing
  // failed, do not wait for it.
  const billing = useBilling()
  const waiting =
    data === undefined || (billing.isLoading && billing.failureCount + billing.errorUpdateCount === 0)
  if (data === undefined && isError)
    return (
      <FailedRow message="Your plan could not be loaded." busy={isFetching} onRetry={() => void refetch()} />
    )
  return (
    <section aria-label="Plan">
      <Card
        aria-busy={waiting}
        className="flex min-h-15.5 flex-wrap items-center gap-x-3 gap-y-2 px-5 py-3 max-md:min-h-26 max-md:px-4"
      >
        {waiting ? (
          <Skeleton width={220} />
        ) : data === null ? (
          <NoSubscription plan={billing.data?.plan} />
        ) : (
          <Subscription subscription={data} held={billing.data?.held} />
        )}
      </Card>
    </section>
  )
}

/** Plans and day passes that allow live payments. */
const LIVE_PLANS = ['pro', 'business']

/** @param plan the current plan, from a subscription, a day pass or the operator; undefined if unknown */
function NoSubscription({ plan }: { plan: string | undefined }) {
  const lacking = plan !== undefined && !LIVE_PLANS.includes(plan)
  const pricing = useScreenExists('/bolt/pricing')
  return (
    <>
      <div className="min-w-0 flex-1 text-text-2">
        <div className="flex flex-wrap items-center gap-2">
          <p>No active subscription</p>
          {plan === 'free' ? <Badge tone="outline">Free plan</Badge> : null}
        </div>
        {/* On phones the card is as tall as with a plan, so that content below it does not shift. */}
        <p className="text-small text-text-3 md:hidden">
          Test mode is free.{lacking ? ' Live payments need the Pro plan.' : null}
        </p>
      </div>
      {pricing ? (
        <Link {...buttonStyle({ size: 'small' })} to="/bolt/pricing">
          Subscribe
        </Link>
      ) : null}
    </>
  )
}

function Subscription({
  subscription,
  held,
}: {
  subscription: SubscriptionRow
  held: Held | null | undefined
}) {
  const billing = useScreenExists('/bolt/studio/billing')
  const { label, tone } = planStatus(subscription.status)
  const { current_period_end } = subscription
  const next = held
    ? nextDay(held)
    : current_period_end && subscription.status === 'active'
      ? `Next payment ${formatDate(current_period_end)}`
      : ''
  return (
    <>
      <p className="font-semibold">{held?.name ?? 'Plan'}</p>
      <Badge tone={tone}>{label}</Badge>
      <p className="flex-1 text-text-2 tabular-nums max-md:text-right max-md:font-semibold max-md:text-text">
        {planPrice(subscription)}
      </p>
      {/* On phones it has its own row, with the button at the end. */}
      <span className="w-full md:hidden" />
      {next ? (
        <p className="text-small text-text-2 tabular-nums max-md:flex-1">{next}</p>
      ) : (
        <span className="flex-1 md:hidden" />
      )}
      {billing ? (
        <Link
          {...buttonStyle({
            size: 'small',
            variant: isAcceptable(subscription.status) ? undefined : 'primary',
          })}
          to="/bolt/studio/billing"
        >
          Manage Billing
        </Link>
      ) : null}
    </>
  )
}
