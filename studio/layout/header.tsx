import { Suspense } from 'react'
import { lazy } from '#ui/lazy.tsx'
import { Link } from 'react-router'
import { Badge } from '#ui/base/badge.tsx'
import { buttonStyle } from '#ui/base/button.tsx'
import { Mark } from '#ui/base/mark.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorBoundary } from '../error-boundary.tsx'
import { useAuth } from '../session/session.tsx'
import { ModeButton, ThemeButton } from './appearance-buttons.tsx'
import { useViewport } from './use-viewport.ts'

// Loaded lazily: only signed-in users on phones need it.
const AccountMenu = lazy(() => import('./account-menu.tsx'))
const SearchField = lazy(() => import('./search-field.tsx'), 'quiet')
const TenantSwitcher = lazy(() => import('./tenant-switcher.tsx'), 'quiet')

/**
 * The top bar: logo, tenant, theme and account. The right end stays empty until the session is known, so that
 * nothing moves.
 */
export function Header() {
  const { user, loading, signOut } = useAuth()
  const phone = useViewport() === 'phone'
  return (
    <header className="sticky top-0 z-40 flex h-14 items-center border-b border-line bg-surface px-5 max-md:px-4">
      <div className="flex items-center gap-2 lg:w-[219px]">
        <Link
          to="/"
          className="flex items-center gap-2 rounded-badge text-[15px]/6 font-semibold tracking-[-0.01em]"
        >
          <Mark height={20} />
          Bolt Blocks
        </Link>
        {/* Part of the name, as "beta" would be. The mode of a tenant's payments has color and an icon or a dot. */}
        <span title="Bolt Blocks is up and running. Payments have a mode of their own.">
          <Badge>Live</Badge>
        </span>
      </div>
      {user && !phone ? (
        <ErrorBoundary instead={null}>
          <Suspense>
            <TenantSwitcher />
          </Suspense>
        </ErrorBoundary>
      ) : null}
      <div className="ml-auto flex items-center gap-2">
        {loading ? null : phone && user ? (
          <Suspense>
            <AccountMenu user={user} />
          </Suspense>
        ) : (
          <>
            {user ? (
              <Suspense>
                <SearchField />
              </Suspense>
            ) : null}
            <ThemeButton />
            <ModeButton />
            {user ? (
              <>
                <span aria-hidden="true" className="mx-1 h-5 w-px bg-line" />
                <Link
                  to="/studio/account"
                  title="Account"
                  className="max-w-60 truncate rounded-badge px-1 text-text-2 hover:text-text"
                >
                  {user.email}
                </Link>
                <Button size="small" onClick={() => void signOut()}>
                  Sign out
                </Button>
              </>
            ) : (
              <Link {...buttonStyle({ size: 'small' })} to="/auth">
                Sign In
              </Link>
            )}
          </>
        )}
      </div>
    </header>
  )
}
