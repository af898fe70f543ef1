import { lazy } from '#ui/lazy.tsx'
import { BlockLink } from '#features/connect/studio/block-link.tsx'
import { BlockPage } from '#studio/tenant/block-page.tsx'
import { TABS } from './tabs.ts'

const COMPONENTS = [
  lazy(() =>
    import('#features/customers/studio/customers-section.tsx').then((module) => ({
      default: module.CustomersSection,
    })),
  ),
  lazy(() => import('#features/teams/studio/teams-section.tsx')),
  lazy(() => import('./methods-tab.tsx')),
  lazy(() => import('./roles-tab.tsx')),
  lazy(() => import('./embed-tab.tsx')),
]

/** `/bolt/sign-in`: a tenant's members, how they sign in, and the block for the site. */
export default function SignInScreen() {
  return (
    <BlockPage
      title="Sign-in"
      text={
        <>
          Who has an account on your sites, and how they sign in. Your own provider is under{' '}
          <BlockLink path="/studio/connect/auth" label="Connect, Auth" />.
        </>
      }
      tabs={TABS.map((tab, at) => ({ ...tab, Component: COMPONENTS[at]! }))}
      own={['customer', 'team', 'q', 'filter', 'shown', 'auth0']}
    />
  )
}
