import './item.css'
import './popover.css'
import { Check } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'

export interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement
  align?: 'start' | 'end'
  /** Returns whether the choice moved the focus itself. Otherwise it returns to the button. */
  hasMovedFocus?: () => boolean
  children: ReactNode
}

/** A dropdown menu of actions. Users move with the arrow keys or by typing a first letter. */
export function Menu({ trigger, align = 'end', hasMovedFocus, children }: MenuProps) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className="bb-popover"
          align={align}
          sideOffset={6}
          collisionPadding={12}
          onCloseAutoFocus={(event) => {
            if (hasMovedFocus?.()) event.preventDefault()
          }}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

export interface MenuItemProps {
  icon?: ReactNode
  tone?: 'danger'
  disabled?: boolean
  onSelect: () => void
  children: ReactNode
}

export function MenuItem({ icon, tone, disabled, onSelect, children }: MenuItemProps) {
  return (
    <Radix.Item className="bb-item" data-tone={tone} disabled={disabled} onSelect={onSelect}>
      {icon}
      {children}
    </Radix.Item>
  )
}

export interface MenuChoiceProps {
  label: string
  value: string
  onChange: (value: string) => void
  options: readonly { value: string; label: ReactNode }[]
}

/** A single choice inside a menu, with a check mark on the selected option. */
export function MenuChoice({ label, value, onChange, options }: MenuChoiceProps) {
  return (
    <Radix.RadioGroup aria-label={label} value={value} onValueChange={onChange}>
      {options.map((option) => (
        <Radix.RadioItem key={option.value} className="bb-item" value={option.value}>
          {option.label}
          <Radix.ItemIndicator className="bb-item-end">
            <Check size={16} strokeWidth={1.75} aria-hidden />
          </Radix.ItemIndicator>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  )
}

/** Names the items below it. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2.5 pt-2 pb-1 text-caption text-text-3">{children}</Radix.Label>
}

export function MenuLine() {
  return <Radix.Separator className="bb-item-line" />
}
