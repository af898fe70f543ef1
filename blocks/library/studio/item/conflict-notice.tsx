import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'

const and = new Intl.ListFormat('en')

export interface ConflictNoticeProps {
  /** Fields in which the two versions differ. */
  fields: readonly string[]
  isBusy: boolean
  onSaveMine: () => void
  onUseTheirs: () => void
}

/** Someone else saved the item meanwhile. Nothing is lost: what is typed stays in the form until its author decides. */
export function ConflictNotice({ fields, isBusy, onSaveMine, onUseTheirs }: ConflictNoticeProps) {
  return (
    <Notice tone="warn" role="alert">
      <p className="font-medium">Someone else saved this item while you were editing it.</p>
      <p className="mt-1">
        Your version is still here and is not saved.
        {fields.length > 0 ? ` The two versions differ in: ${and.format(fields)}.` : ''}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="small" busy={isBusy} busyLabel="Saving..." onClick={onSaveMine}>
          Save my version
        </Button>
        <Button size="small" onClick={onUseTheirs}>
          Use the saved version
        </Button>
      </div>
    </Notice>
  )
}
