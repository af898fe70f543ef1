import { useMutation } from '@tanstack/react-query'
import { Ticket } from 'lucide-react'
import { Link } from 'react-router'
import { formatDateTime } from '#kernel/browser/dates.ts'
import { Badge } from '#ui/base/badge.tsx'
import { buttonStyle } from '#ui/base/button.tsx'
import { Card } from '#ui/base/card.tsx'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toasts/toast.ts'
import type { Billing } from '#features/plans/endpoints.ts'
import { usePlans } from '#studio/plan/plan-row.ts'
import { FeatureList } from '../feature-list.tsx'
import { planStatus } from '../plan-status.ts'
import { whyItFailed } from '../pricing/checkout-response.ts'
import { startCheckout } from '../pricing/start-checkout.ts'
import { heldPrice, nextDay, whatIsMissing } from './billing-text.ts'
import { ManageBilling } from './manage-billing.tsx'
import { PlanChoices } from './plan-choices.tsx'

type Held = NonNullable<Billing['held']>

/** The creator's plan in one card: name, price, next date and actions. */
export function PlanSummary({ billing }: { billing: Billing }) {
  const { held, day_pass } = billing
  const missing = whatIsMissing(billing)
  return (
    <section aria-label="Plan">
      <Card>
        <div className="p-6 max-md:p-5">
          {held ? <HeldHead held={held} /> : <h2 className="text-heading">No active subscription</h2>}
          {missing ? <p className="mt-2 max-w-[60ch] text-text-2">{missing}</p> : null}
          <div className="mt-6 flex flex-wrap gap-2 max-sm:grid max-sm:grid-cols-1">
            <Acts billing={billing} />
          </div>
        </div>
        {day_pass ? (
          <p className="flex items-center gap-3 border-t border-line px-6 py-4 max-md:px-5">
            <Ticket size={16} strokeWidth={1.75} aria-hidden className="shrink-0 text-accent-text" />
            <span className="tabular-nums">
              Day Pass on {day_pass.tenant_name} until {formatDateTime(day_pass.expires_at)}
            </span>
          </p>
        ) : null}
        {held ? null : <PlanChoices />}
        {held && billing.active ? <PlanFeatures planId={held.plan_id} name={held.name} /> : null}
      </Card>
    </section>
  )
}

function HeldHead({ held }: { held: Held }) {
  const { label, tone } = planStatus(held.status)
  const [amount] = heldPrice(held).split('/')
  const next = nextDay(held)
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="text-heading">{held.name}</h2>
        <Badge tone={tone}>{label}</Badge>
      </div>
      {held.plan_id === 'free' ? (
        <p className="mt-1 text-text-2">Free of charge, for as long as you like.</p>
      ) : (
        <p className="mt-3 flex items-baseline gap-1 tabular-nums">
          <span className="text-figure">{amount}</span>
          <span className="text-text-2">/{held.interval}</span>
        </p>
      )}
      {next ? <p className="mt-0.5 text-text-2 tabular-nums">{next}</p> : null}
    </>
  )
}

/** The primary button is the next required action, or the portal if nothing is required. */
function Acts({ billing }: { billing: Billing }) {
  const { held, active } = billing
  const paying = held !== null && held.plan_id !== 'free'
  const owed = held?.status === 'unpaid' || held?.status === 'past_due'
  const plans = !held ? 'Choose a plan' : paying ? 'See plans' : 'Upgrade Plan'
  const portalFirst = (paying && active) || owed
  if (paying && !active && !owed) return <Resubscribe planId={held.plan_id} />
  const portal = <ManageBilling key="portal" variant={portalFirst ? 'primary' : 'secondary'} />
  const choice = (
    <Link
      key="plans"
      {...buttonStyle({ variant: portalFirst ? 'secondary' : 'primary' })}
      to="/bolt/pricing?manage=1"
    >
      {plans}
    </Link>
  )
  // Without a plan there is nothing to manage yet.
  return held ? [portal, choice] : [choice, portal]
}

/** Resubscribes to the plan that ended; another button leads to the other plans. */
function Resubscribe({ planId }: { planId: string }) {
  const start = useMutation({
    mutationFn: () => startCheckout(planId),
    onError: (error) => toast.error('Failed to start checkout process.', whyItFailed(error)),
  })
  return (
    <>
      <Button
        variant="primary"
        busy={start.isPending}
        busyLabel="Processing..."
        onClick={() => start.mutate()}
      >
        Resubscribe
      </Button>
      <Link {...buttonStyle({})} to="/bolt/pricing?manage=1">
        See plans
      </Link>
      <ManageBilling variant="ghost" />
    </>
  )
}

function PlanFeatures({ planId, name }: { planId: string; name: string }) {
  const { data = [] } = usePlans()
  const features = data.find(({ id }) => id === planId)?.features ?? []
  if (features.length === 0) return null
  return (
    <div className="border-t border-line px-6 py-5 max-md:px-5">
      <h3 className="text-small font-label text-text-2">In {name}</h3>
      <FeatureList
        label={`In ${name}`}
        features={features}
        className="mt-3 grid gap-x-6 gap-y-2.5 sm:grid-cols-2"
      />
    </div>
  )
}
