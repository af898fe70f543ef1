import { CircleAlert } from 'lucide-react'
import { createPortal } from 'react-dom'
import { Card } from '../base/card.tsx'
import { Button } from '../button.tsx'

export interface FailedRowProps {
  message: string
  retryLabel?: string
  onRetry: () => void
  busy?: boolean
  /** For overlays such as dialogs: shows the row at the bottom of the window, not in the page. */
  over?: boolean
}

/**
 * An error with a retry button, in place of a component that could not be loaded. The rest of the page keeps
 * working.
 */
export function FailedRow({ message, retryLabel = 'Try again', onRetry, busy, over }: FailedRowProps) {
  const row = (
    <Card role="alert" className="flex items-center gap-3 px-4 py-3">
      <CircleAlert size={18} strokeWidth={1.75} aria-hidden className="shrink-0 text-danger-text" />
      <p className="min-w-0 flex-1 wrap-anywhere">{message}</p>
      <Button size="small" busy={busy} onClick={onRetry}>
        {retryLabel}
      </Button>
    </Card>
  )
  if (!over) return row
  return createPortal(
    <div className="fixed inset-x-4 bottom-6 z-60 mx-auto max-w-[520px] max-md:bottom-20">{row}</div>,
    document.body,
  )
}
