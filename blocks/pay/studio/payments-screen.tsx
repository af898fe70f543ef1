import { lazy } from '#ui/lazy.tsx'
import { BlockLink } from '#features/connect/studio/block-link.tsx'
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
  return (
    <BlockPage
      title="Payments"
      text={
        <>
          What you sell on your sites, and who bought it. Your account is under{' '}
          <BlockLink path="/studio/connect/stripe" label="Connect, Stripe" />.
        </>
      }
      tabs={TABS.map((tab, at) => ({ ...tab, Component: COMPONENTS[at]! }))}
      own={['product', 'order', 'orders', 'q', 'shown']}
    />
  )
}
