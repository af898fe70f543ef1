import { CircleAlert, CircleX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { buttonStyle } from '#ui/base/button.tsx'
import { Card } from '#ui/base/card.tsx'
import { DrawnTick } from '#ui/base/drawn-tick.tsx'
import { TRIAL_REFUSED } from './billing-text.ts'

const ICONS = {
  ok: <DrawnTick />,
  canceled: <CircleX size={22} strokeWidth={1.75} aria-hidden className="text-text-2" />,
  unknown: <CircleAlert size={22} strokeWidth={1.75} aria-hidden className="text-warn-text" />,
}

/** One outcome of a checkout: what happened, what it means, and what to do next. */
export function CheckoutNote(props: {
  kind: keyof typeof ICONS
  title: string
  children: ReactNode
  actions: ReactNode
}) {
  return (
    <Card className="p-6 max-md:p-5">
      {ICONS[props.kind]}
      <h2 className="mt-3 text-heading">{props.title}</h2>
      <div className="mt-1 max-w-[60ch] text-text-2">{props.children}</div>
      <div className="mt-6 flex flex-wrap gap-2 max-sm:grid max-sm:grid-cols-1">{props.actions}</div>
    </Card>
  )
}

export function CheckoutCanceled() {
  return (
    <CheckoutNote
      kind="canceled"
      title="Payment was canceled"
      actions={
        <Link {...buttonStyle({ variant: 'primary' })} to="/bolt/pricing?manage=1">
          Back to Pricing
        </Link>
      }
    >
      You have not been charged, and your plan did not change.
    </CheckoutNote>
  )
}

/** The card was accepted but the trial was not: explains why the plan is not active, and how to continue. */
export function TrialRefused() {
  return (
    <CheckoutNote
      kind="unknown"
      title="You already used your free trial"
      actions={
        <>
          <Link {...buttonStyle({ variant: 'primary' })} to="/bolt/pricing?manage=1">
            See plans
          </Link>
          <Link {...buttonStyle({})} to="/studio">
            Go to Studio
          </Link>
        </>
      }
    >
      {TRIAL_REFUSED} Choose the plan again to start without a trial.
    </CheckoutNote>
  )
}

export function CheckoutUnknown() {
  return (
    <CheckoutNote
      kind="unknown"
      title="We couldn't determine the payment status"
      actions={
        <>
          <Link {...buttonStyle({ variant: 'primary' })} to="/bolt/billing">
            See your plan
          </Link>
          <Link {...buttonStyle({})} to="/studio">
            Go to Studio
          </Link>
        </>
      }
    >
      Check your plan. If a payment does not show there, you were not charged.
    </CheckoutNote>
  )
}
