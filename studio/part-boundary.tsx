import type { ReactNode } from 'react'
import { FailedRow } from '#ui/failed-row.tsx'
import { ErrorBoundary } from './error-boundary.tsx'

export interface PartBoundaryProps {
  children: ReactNode
  /** The part stands in a list, or opens over the page: so does the row. */
  as?: 'item' | 'over'
  /** Another value is another try; what was read counts as another one when anything in it changed. */
  at?: unknown
  /** Closes the part; where none can, the page is loaded again: what broke it may lie in what was read. */
  onClose?: () => void
}

/** Keeps what breaks while drawing to its own place: a row stands there, and the rest of the screen works on. */
export function PartBoundary({ children, as, at, onClose }: PartBoundaryProps) {
  const row = (
    <FailedRow
      message="This part broke. Everything else works on."
      over={as === 'over'}
      retryLabel={onClose ? 'Close' : 'Load again'}
      onRetry={onClose ?? (() => location.reload())}
    />
  )
  return (
    <ErrorBoundary at={at} instead={as === 'item' ? <li>{row}</li> : row}>
      {children}
    </ErrorBoundary>
  )
}
