import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import type { LeaveQuestion } from './unsaved-work.ts'

/** Asks whether to discard unsaved changes. */
export default function LeaveDialog({ question }: { question: LeaveQuestion }) {
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && question.answer(false)}
      title="Discard changes?"
      confirmLabel="Discard"
      cancelLabel="Keep editing"
      onConfirm={() => question.answer(true)}
    >
      {question.message}
    </ConfirmDialog>
  )
}
