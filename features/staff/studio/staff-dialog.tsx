import type { ReactNode } from 'react'
import { Button, type ButtonProps } from '#ui/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'

export interface StaffDialogProps {
  title: string
  description: string
  /** The button that submits, and its text meanwhile. */
  submit: { label: string; busyLabel: string; variant: ButtonProps['variant'] }
  /** While it is, the dialog stays open. */
  isPending: boolean
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A dialog with one form about the staff. */
export function StaffDialog(props: StaffDialogProps) {
  const { title, description, submit, isPending, onSubmit, onClose, children } = props
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !isPending) onClose()
      }}
      title={title}
      description={description}
      onSubmit={onSubmit}
      footer={
        <>
          <Button disabled={isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant={submit.variant} busy={isPending} busyLabel={submit.busyLabel}>
            {submit.label}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">{children}</div>
    </Dialog>
  )
}
