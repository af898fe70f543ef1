import { Suspense } from 'react'
import { lazy } from '#ui/lazy.tsx'
import { Outlet, useLocation } from 'react-router'
import { FRONT_PATHS } from '#features/marketing/studio/front-paths.ts'
import { BannerPlace } from '#features/plans/studio/banner/banner-place.tsx'
import { PageFrame } from '#ui/page-frame.tsx'
import { ErrorBoundary } from '../error-boundary.tsx'
import { useAuth } from '../session/session.tsx'
import type { SetKnownScreens } from '../routing/known-screens.ts'
import { PaletteHost } from '../palette/palette-host.tsx'
import { Header } from './header.tsx'
import { LoginPromptProvider } from './login-prompt.tsx'
import { PaywallHost } from './paywall-host.tsx'
import { ConnectionStrip } from './connection-strip.tsx'
import { ConnectStrip } from './sub-nav.tsx'
import { Sidebar } from './sidebar.tsx'
import { useFocusOnNavigation } from './use-focus-on-navigation.ts'
import { useViewport } from './use-viewport.ts'

const PlanBanner = lazy(() => import('#features/plans/studio/banner/plan-banner.tsx'), 'quiet')
const SiteFooter = lazy(() => import('#features/marketing/studio/site-footer.tsx'), 'quiet')
// Loaded lazily: most windows are wider than a phone.
const BottomBar = lazy(() => import('./bottom-bar.tsx'))
const ForUser = lazy(() => import('./for-user.tsx'), 'quiet')

/** The frame of most screens: header, navigation and the screen. */
export function Layout({ onKnown }: { onKnown: SetKnownScreens }) {
  const viewport = useViewport()
  const main = useFocusOnNavigation()
  const { user, loading } = useAuth()
  const { pathname } = useLocation()
  return (
    <LoginPromptProvider>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-70 focus:rounded-control focus:bg-surface focus:px-3 focus:py-2"
      >
        Skip to content
      </a>
      <Header />
      <div className="flex min-h-[calc(100dvh-56px)]">
        {viewport === 'phone' ? null : <Sidebar wide={viewport === 'desktop'} />}
        <div className="flex min-w-0 flex-1 flex-col">
          {user ? (
            <ErrorBoundary instead={null}>
              <Suspense fallback={<BannerPlace />}>
                <PlanBanner />
              </Suspense>
            </ErrorBoundary>
          ) : loading ? (
            <BannerPlace />
          ) : null}
          <main
            id="main"
            ref={main}
            tabIndex={-1}
            className="peer flex-1 px-10 pt-8 pb-20 outline-none max-lg:px-6 max-md:px-4 max-md:pt-5 max-md:pb-20"
          >
            <PageFrame>
              {viewport === 'desktop' ? null : <ConnectStrip />}
              <Outlet />
            </PageFrame>
          </main>
          {FRONT_PATHS.includes(pathname) ? (
            <div className="peer-has-[[data-screen=coming]]:hidden">
              <Suspense>
                <SiteFooter />
              </Suspense>
            </div>
          ) : null}
        </div>
      </div>
      {viewport === 'phone' ? (
        <Suspense>
          <BottomBar />
        </Suspense>
      ) : null}
      <PaywallHost />
      <PaletteHost />
      <ConnectionStrip />
      {user ? (
        <Suspense>
          <ForUser onKnown={onKnown} />
        </Suspense>
      ) : null}
    </LoginPromptProvider>
  )
}
