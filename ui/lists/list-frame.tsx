import type { ReactNode } from 'react'
import { Card } from '../base/card.tsx'
import { Button } from '../button.tsx'
import { FailedRow } from './failed-row.tsx'

export interface ListFrameProps {
  /** Whether the first rows are still loading. */
  loading: boolean
  /** Shown while loading. */
  skeleton: ReactNode
  /** Error message if loading failed. */
  failed?: string | false
  /** Whether a reload or a request for more rows is in progress. */
  busy: boolean
  onRetry: () => void
  /** Shown instead of the rows when there are none. */
  empty?: ReactNode
  /** Loads more rows; absent on the last page. */
  onMore?: (() => void) | false
  children: ReactNode
}

/** A card with rows, including the loading, error and empty states. */
export function ListFrame(props: ListFrameProps) {
  const { loading, skeleton, failed, busy, onRetry, empty, onMore, children } = props
  if (loading && failed) return <FailedRow message={failed} busy={busy} onRetry={onRetry} />
  return (
    <Card
      className="px-5 py-1 max-md:px-4 max-sm:[&_tbody_tr:first-child]:border-t-0 [&_tbody_tr:last-child]:border-b-0 [&_tbody_tr:last-child_td]:border-b-0"
      aria-busy={loading}
    >
      {loading ? <div className="py-4">{skeleton}</div> : (empty ?? children)}
      {!loading && onMore ? (
        <div className="border-t border-line py-3">
          <Button size="small" busy={busy} onClick={onMore}>
            Show more
          </Button>
        </div>
      ) : null}
    </Card>
  )
}
