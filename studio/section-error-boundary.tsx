import type { ReactNode } from 'react'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { ErrorBoundary } from './error-boundary.tsx'

export interface SectionErrorBoundaryProps {
  children: ReactNode
  /**
   * Where the children render: `item` in a list, `over` on top of the page. The error row goes to the same
   * place.
   */
  as?: 'item' | 'over'
  /** Resets the error when it changes. Pass the query data to retry when it changes. */
  at?: unknown
  /**
   * Closes the component. Without it, the button reloads the page, because cached data may have caused the
   * error.
   */
  onClose?: () => void
}

/**
 * Contains rendering errors: shows an error row instead of the children, and the rest of the screen keeps
 * working.
 */
export function SectionErrorBoundary({ children, as, at, onClose }: SectionErrorBoundaryProps) {
  const row = (
    <FailedRow
      message="This section crashed. The rest of the page still works."
      over={as === 'over'}
      retryLabel={onClose ? 'Close' : 'Reload'}
      onRetry={onClose ?? (() => location.reload())}
    />
  )
  return (
    <ErrorBoundary at={at} instead={as === 'item' ? <li>{row}</li> : row}>
      {children}
    </ErrorBoundary>
  )
}
