import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { ToastHost } from '#ui/toast-host.tsx'
import { AppearanceProvider } from './appearance.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Pages } from './pages.tsx'
import { StudioRouter } from './routing/studio-router.tsx'
import { AuthProvider } from './session.tsx'
import { LeaveHost } from './routing/leave-host.tsx'

const queries = new QueryClient({
  defaultOptions: { queries: { staleTime: 10_000, retry: 1 } },
})

/** The program: what every screen may rely on, then the screens. */
export function App() {
  return (
    <ErrorBoundary>
      <AppearanceProvider>
        <QueryClientProvider client={queries}>
          <StudioRouter>
            <AuthProvider>
              <Pages />
              <LeaveHost />
            </AuthProvider>
          </StudioRouter>
        </QueryClientProvider>
        <ToastHost />
      </AppearanceProvider>
    </ErrorBoundary>
  )
}
