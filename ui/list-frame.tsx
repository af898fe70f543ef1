import type { ReactNode } from 'react'
import { Card } from './base/card.tsx'
import { Button } from './button.tsx'
import { FailedRow } from './failed-row.tsx'

export interface ListFrameProps {
  /** The rows are not there yet. */
  loading: boolean
  /** Stands there meanwhile. */
  skeleton: ReactNode
  /** Why the rows are not there, when asking for them failed. */
  failed?: string | false
  /** They are asked for again, or more of them are on their way. */
  busy: boolean
  onRetry: () => void
  /** Stands in the place of the rows when there are none. */
  empty?: ReactNode
  /** Asks for more rows, where there are more. */
  onMore?: (() => void) | false
  children: ReactNode
}

/** A card with rows, and all that may stand in their place. */
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
