import { Button } from './button.tsx'

export interface PageTurnerProps {
  /** There is a newer page. */
  newer: boolean
  /** There is an older page. */
  older: boolean
  onNewer: () => void
  onOlder: () => void
}

/** The ways to the pages before and after this one; nothing where all is on one. */
export function PageTurner({ newer, older, onNewer, onOlder }: PageTurnerProps) {
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
