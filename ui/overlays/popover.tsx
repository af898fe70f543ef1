import './item.css'
import './popover.css'
import { Popover as Radix } from 'radix-ui'
import type { ReactNode, RefObject } from 'react'

export interface PopoverProps {
  /** The button it belongs to; focus returns there. */
  anchor: RefObject<HTMLElement | null>
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Name of the panel for screen readers. */
  label: string
  align?: 'start' | 'center' | 'end'
  side?: 'bottom' | 'right' | 'top'
  /** Pixels. */
  width?: number
  children: ReactNode
}

/**
 * A small panel anchored to a button. The caller renders the button and sets its aria-expanded. That way this
 * component and its positioning library can be loaded when the panel first opens.
 */
export default function Popover(props: PopoverProps) {
  const { anchor, open, onOpenChange, label, align = 'end', side = 'bottom', width, children } = props
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Anchor virtualRef={anchor} />
      <Radix.Portal>
        <Radix.Content
          className="bb-popover"
          aria-label={label}
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={12}
          style={{ width }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            anchor.current?.focus()
          }}
          onInteractOutside={(event) => {
            // The button toggles the panel itself; closing here too would make it reopen.
            if (event.target instanceof Node && anchor.current?.contains(event.target)) event.preventDefault()
          }}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
