import './dialog.css'
import './item.css'
import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { IconButton } from '../icon-button.tsx'
import { useReturnFocus } from '../use-return-focus.ts'

export interface DrawerProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  children: ReactNode
}

/**
 * A panel that slides in from the right, 360 px wide and at most 85 %. Escape and clicks outside close it.
 */
export function Drawer({ open, onOpenChange, title, children }: DrawerProps) {
  const returnFocus = useReturnFocus()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="bb-scrim" />
        <Radix.Content {...returnFocus} className="bb-drawer" aria-describedby={undefined}>
          <div className="bb-dialog-head">
            <Radix.Title asChild>
              <h2>{title}</h2>
            </Radix.Title>
          </div>
          <div className="bb-dialog-body">{children}</div>
          <Radix.Close asChild>
            <IconButton
              className="bb-dialog-close"
              label="Close"
              tooltipSide="bottom"
              icon={<X size={18} strokeWidth={1.75} aria-hidden />}
            />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** A panel that slides up from the bottom, for choices on a phone. */
export function BottomSheet({ open, onOpenChange, title, children }: DrawerProps) {
  const returnFocus = useReturnFocus()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="bb-scrim" />
        <Radix.Content {...returnFocus} className="bb-sheet" aria-describedby={undefined}>
          <Radix.Title className="px-3 py-2 text-small font-label text-text-3">{title}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
