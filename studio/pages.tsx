import { Suspense, useState } from 'react'
import { lazy } from '#ui/lazy.tsx'
import { Route, Routes, useLocation } from 'react-router'
import { ErrorBoundary } from './error-boundary.tsx'
import { Guarded } from './guards.tsx'
import { KnownScreens } from './routing/known-screens.ts'
import { Layout } from './layout/layout.tsx'
import { ScreenSkeleton } from './layout/screen-skeleton.tsx'
import { WithQueryClient } from './data/queries.tsx'
import type { Screen } from './screen.ts'
import { screens } from './screens.tsx'
import { useRememberTab } from './tenant/use-remember-tab.ts'

const NotFound = lazy(() => import('./not-found.tsx'))

function Page({ screen }: { screen: Screen }) {
  useRememberTab()
  const { pathname } = useLocation()
  return (
    <ErrorBoundary at={pathname}>
      <title>{`${screen.title} · Bolt Blocks`}</title>
      <Guarded screen={screen}>
        <Suspense fallback={screen.frame === 'bare' ? null : <ScreenSkeleton />}>
          {screen.light ? (
            <screen.Component />
          ) : (
            <WithQueryClient>
              <screen.Component />
            </WithQueryClient>
          )}
        </Suspense>
      </Guarded>
    </ErrorBoundary>
  )
}

const paths: readonly string[] = screens.map((screen) => screen.path)

/**
 * Turns the route table into routes. Bare screens have no layout, all others do; unknown paths show the 404
 * page.
 */
export function Pages() {
  const [known, setKnown] = useState(paths)
  const bare = screens.filter((screen) => screen.frame === 'bare')
  const framed = screens.filter((screen) => screen.frame !== 'bare')
  return (
    <KnownScreens value={known}>
      <Routes>
        {bare.map((screen) => (
          <Route key={screen.path} path={screen.path} element={<Page screen={screen} />} />
        ))}
        <Route element={<Layout onKnown={setKnown} />}>
          {framed.map((screen) => (
            <Route
              key={screen.path}
              path={screen.path}
              element={<Page key={screen.path} screen={screen} />}
            />
          ))}
          <Route
            path="*"
            element={
              <Suspense>
                <NotFound />
              </Suspense>
            }
          />
        </Route>
      </Routes>
    </KnownScreens>
  )
}
