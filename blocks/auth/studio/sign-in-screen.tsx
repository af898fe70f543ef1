import { Link } from 'react-router'
import { lazy } from '#ui/lazy.tsx'
import { useScreenExists } from '#studio/routing/known-screens.ts'
import { BlockPage } from '#studio/tenant/block-page.tsx'
import { TABS } from './tabs.ts'

const COMPONENTS = [
  lazy(() =>
    import('#features/customers/studio/customers-section.tsx').then((module) => ({
      default: module.CustomersSection,
    })),
  ),
  lazy(() => import('./methods-tab.tsx')),
  lazy(() => import('./roles-tab.tsx')),
  lazy(() => import('./embed-tab.tsx')),
]

/** `/bolt/sign-in`: a tenant's members, how they sign in, and the block for the site. */
export default function SignInScreen() {
  const hasConnect = useScreenExists('/studio/connect/auth')
  return (
    <BlockPage
      title="Sign-in"
      text={
        <>
          Who has an account on your sites, and how they sign in.
          {hasConnect ? (
            <>
              {' '}
              Your own provider is under{' '}
              <Link className="underline" to="/studio/connect/auth">
                Connect, Auth
              </Link>
              .
            </>
          ) : null}
        </>
      }
      tabs={TABS.map((tab, at) => ({ ...tab, Component: COMPONENTS[at]! }))}
      own={['customer', 'team', 'q', 'filter', 'role', 'shown', 'auth0']}
    />
  )
}
