import './dialog.css'
import { AlertDialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button, type ButtonProps } from '../button.tsx'
import { useReturnFocus } from '../use-return-focus.ts'

export interface ConfirmDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** The question; name the affected item in it. */
  children: ReactNode
  /** The same verb as in the title, for example `Delete`. */
  confirmLabel: string
  cancelLabel?: string
  variant?: ButtonProps['variant']
  busy?: boolean
  busyLabel?: string
  onConfirm: () => void
}

/**
 * Asks for confirmation before an action. Only Cancel closes it automatically; after confirming, the caller
 * closes it when the action is done.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    onOpenChange,
    title,
    children,
    confirmLabel,
    cancelLabel = 'Cancel',
    variant = 'danger',
  } = props
  const returnFocus = useReturnFocus()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="bb-scrim" />
        <Radix.Content {...returnFocus} className="bb-dialog" data-size="question">
          <div className="bb-dialog-head">
            <Radix.Title asChild>
              <h2>{title}</h2>
            </Radix.Title>
            <Radix.Description>{children}</Radix.Description>
          </div>
          <div className="bb-dialog-foot">
            <Radix.Cancel asChild>
              <Button>{cancelLabel}</Button>
            </Radix.Cancel>
            <Button variant={variant} busy={props.busy} busyLabel={props.busyLabel} onClick={props.onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
