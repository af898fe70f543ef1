import { Button } from '../button.tsx'

export interface PaginationProps {
  /** Whether there is a newer page. */
  newer: boolean
  /** Whether there is an older page. */
  older: boolean
  onNewer: () => void
  onOlder: () => void
}

/** Buttons for the newer and the older page; hidden if everything fits on one page. */
export function Pagination({ newer, older, onNewer, onOlder }: PaginationProps) {
  if (!newer && !older) return null
  return (
    <div className="mt-4 flex gap-2">
      <Button size="small" disabled={!newer} onClick={onNewer}>
        Newer
      </Button>
      <Button size="small" disabled={!older} onClick={onOlder}>
        Older
      </Button>
    </div>
  )
}
