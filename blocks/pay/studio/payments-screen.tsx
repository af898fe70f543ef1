import { Link } from 'react-router'
import { lazy } from '#ui/lazy.tsx'
import { useScreenExists } from '#studio/routing/known-screens.ts'
import { BlockPage } from '#studio/tenant/block-page.tsx'
import { TABS } from './tabs.ts'

const COMPONENTS = [
  lazy(() => import('./products-tab.tsx')),
  lazy(() => import('./orders-tab.tsx')),
  lazy(() => import('./subscriptions-tab.tsx')),
  lazy(() => import('./embed-tab.tsx')),
]

/** `/bolt/payments`: what a tenant sells, what was bought, and the block for the site. */
export default function PaymentsScreen() {
  const hasConnect = useScreenExists('/studio/connect/stripe')
  return (
    <BlockPage
      title="Payments"
      text={
        <>
          What you sell on your sites, and who bought it.
          {hasConnect ? (
            <>
              {' '}
              Your account is under{' '}
              <Link className="underline" to="/studio/connect/stripe">
                Connect, Stripe
              </Link>
              .
            </>
          ) : null}
        </>
      }
      tabs={TABS.map((tab, at) => ({ ...tab, Component: COMPONENTS[at]! }))}
      own={['product', 'order', 'orders', 'q', 'shown']}
    />
  )
}
