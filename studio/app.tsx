import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { BrowserRouter } from 'react-router'
import { ToastHost } from '#ui/toast-host.tsx'
import { AppearanceProvider } from './appearance.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Pages } from './pages.tsx'
import { AuthProvider } from './session.tsx'

const queries = new QueryClient({
  defaultOptions: { queries: { staleTime: 10_000, retry: 1 } },
})

/** The program: what every screen may rely on, then the screens. */
export function App() {
  return (
    <ErrorBoundary>
      <AppearanceProvider>
        <QueryClientProvider client={queries}>
          <BrowserRouter>
            <AuthProvider>
              <Pages />
            </AuthProvider>
          </BrowserRouter>
        </QueryClientProvider>
        <ToastHost />
      </AppearanceProvider>
    </ErrorBoundary>
  )
}
