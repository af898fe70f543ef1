import { Navigate, useLocation, useSearchParams } from 'react-router'
import { SpinnerScreen } from '#ui/spinner-screen.tsx'
import { useAuth } from '#studio/session/session.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { OwnPlan } from './billing-screen.tsx'
import { GrantDayPass } from './grant-day-pass.tsx'
import { readOutcome } from './outcome.ts'
import { CheckoutCanceled, CheckoutUnknown } from './checkout-notes.tsx'
import { CheckoutOk } from './checkout-ok.tsx'

const HERE = '/bolt/studio/billing'

/** `/studio/billing` and `/bolt/studio/billing`: the result of a checkout, or the current plan. */
export default function BillingResultScreen() {
  const { loading, user } = useAuth()
  const { search } = useLocation()
  const [query] = useSearchParams()
  if (loading) return <SpinnerScreen label="Loading..." />
  // The result of a checkout must survive signing in, so the redirect keeps the query.
  const back = search ? encodeURIComponent(HERE + search) : HERE
  if (!user) return <Navigate to={`/auth?redirect=${back}`} replace />
  const outcome = readOutcome(query)
  return (
    <div className="max-w-[720px]">
      <PageHead title="Billing" text="Your plan, your card and your invoices." />
      {outcome === 'ok' ? <CheckoutOk session={query.get('session_id') ?? undefined} /> : null}
      {outcome === 'cancel' ? <CheckoutCanceled /> : null}
      {outcome === 'unknown' ? <CheckoutUnknown /> : null}
      {outcome === 'plan' ? <OwnPlan /> : null}
      {outcome === 'cancel' ? null : <GrantDayPass />}
    </div>
  )
}
