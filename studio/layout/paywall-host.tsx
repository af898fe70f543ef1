import { Suspense } from 'react'
import { lazy } from '#ui/lazy.tsx'
import { closePaywall, usePaywall } from '../plan/paywall.ts'

const PaywallDialog = lazy(() => import('#features/plans/studio/paywall/paywall-dialog.tsx'), 'over')

/** Shows the paywall dialog over the current screen. */
export function PaywallHost() {
  const message = usePaywall()
  if (message === undefined) return null
  return (
    <Suspense>
      <PaywallDialog words={message} onClose={closePaywall} />
    </Suspense>
  )
}
