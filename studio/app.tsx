import { ToastHost } from '#ui/toasts/toast-host.tsx'
import { AppearanceProvider } from './appearance.tsx'
import { hasStoredSession } from './session/auth-client.ts'
import { BrokenPage, ErrorBoundary } from './error-boundary.tsx'
import { Pages } from './pages.tsx'
import { LazyQueryClientProvider } from './data/queries.tsx'
import { StudioRouter } from './routing/studio-router.tsx'
import { AuthProvider } from './session/session.tsx'
import { LeaveHost } from './routing/leave-host.tsx'

/** The root component: providers first, then the screens. */
export function App() {
  return (
    <ErrorBoundary
      instead={
        <main>
          <BrokenPage />
        </main>
      }
    >
      <AppearanceProvider>
        <LazyQueryClientProvider>
          <StudioRouter>
            <AuthProvider>
              <Pages />
              <LeaveHost />
            </AuthProvider>
          </StudioRouter>
        </LazyQueryClientProvider>
        {/* Most landing page visitors never see a toast, so don't preload the code. */}
        <ToastHost wait={!hasStoredSession()} />
      </AppearanceProvider>
    </ErrorBoundary>
  )
}
