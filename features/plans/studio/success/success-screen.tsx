import { useEffect } from 'react'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router'
import { buttonStyle, Spinner } from '#ui/base/button.tsx'
import { Card } from '#ui/base/card.tsx'
import { DrawnTick } from '#ui/base/drawn-tick.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { useActivation } from './use-activation.ts'

/** Time to see the tick before the Studio opens: an active plan is often known at the first poll. */
const SEEN_MS = 900

/** `/success`: waits until the purchase is active, then continues. */
export default function SuccessScreen() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const session = query.get('session_id')
  const state = useActivation(session)
  useEffect(() => {
    if (state !== 'active') return undefined
    const timer = setTimeout(() => void navigate('/bolt/studio', { replace: true }), SEEN_MS)
    return () => clearTimeout(timer)
  }, [state, navigate])
  // The checkout was not paid: the billing page shows why.
  if (state === 'refused')
    return (
      <Navigate to={`/bolt/studio/billing?status=ok&session_id=${encodeURIComponent(session!)}`} replace />
    )
  return (
    <div className="max-w-[720px]">
      <PageHead title="Payment Successful!" />
      <Card className="p-6 max-md:p-5">
        <DrawnTick />
        <output className="mt-3 block max-w-[60ch] text-lead text-text-2">
          {state === 'waiting' ? (
            <span className="inline-flex items-center gap-2.5">
              <Spinner />
              Your plan is being activated. The Studio opens automatically.
            </span>
          ) : state === 'active' ? (
            'Your plan is active. Opening the Studio.'
          ) : (
            'This is taking longer than usual. Your plan starts automatically once the payment arrives. You can leave this page.'
          )}
        </output>
        <div className="mt-7 flex flex-wrap gap-2 max-sm:grid max-sm:grid-cols-1">
          <Link {...buttonStyle({ variant: 'primary' })} to="/studio">
            Go to Studio
          </Link>
          <Link {...buttonStyle({})} to="/">
            Return Home
          </Link>
        </div>
      </Card>
    </div>
  )
}
