import { ToastHost } from '#ui/toast-host.tsx'
import { AppearanceProvider } from './appearance.tsx'
import { hasStoredSession } from './auth-client.ts'
import { BrokenPage, ErrorBoundary } from './error-boundary.tsx'
import { Pages } from './pages.tsx'
import { QueriesPlace } from './queries.tsx'
import { StudioRouter } from './routing/studio-router.tsx'
import { AuthProvider } from './session.tsx'
import { LeaveHost } from './routing/leave-host.tsx'

/** The program: what every screen may rely on, then the screens. */
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
        <QueriesPlace>
          <StudioRouter>
            <AuthProvider>
              <Pages />
              <LeaveHost />
            </AuthProvider>
          </StudioRouter>
        </QueriesPlace>
        {/* Most visitors of the front page never see one. */}
        <ToastHost wait={!hasStoredSession()} />
      </AppearanceProvider>
    </ErrorBoundary>
  )
}
