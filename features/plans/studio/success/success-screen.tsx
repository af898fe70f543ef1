import { Link, Navigate, useSearchParams } from 'react-router'
import { buttonStyle, Spinner } from '#ui/base/button.tsx'
import { Card } from '#ui/base/card.tsx'
import { DrawnTick } from '#ui/drawn-tick.tsx'
import { useActivation } from './use-activation.ts'

/** `/success`: waits until the purchase is active, then continues. */
export default function SuccessScreen() {
  const [query] = useSearchParams()
  const session = query.get('session_id')
  const state = useActivation(session)
  if (state === 'active') return <Navigate to="/bolt/studio" replace />
  // The checkout was not paid: the billing page shows why.
  if (state === 'refused')
    return (
      <Navigate to={`/bolt/studio/billing?status=ok&session_id=${encodeURIComponent(session!)}`} replace />
    )
  return (
    <div className="max-w-[720px]">
      <Card className="p-8 max-md:p-5">
        <DrawnTick />
        <h1 className="mt-4 text-title max-md:text-title-phone">Payment Successful!</h1>
        <output className="mt-2 block max-w-[60ch] text-lead text-text-2">
          {state === 'waiting' ? (
            <span className="inline-flex items-center gap-2.5">
              <Spinner />
              Your plan is being activated. The Studio opens automatically.
            </span>
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
