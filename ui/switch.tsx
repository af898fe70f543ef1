import './choice.css'
import type { ComponentPropsWithRef, ReactNode } from 'react'

export interface SwitchProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'onChange' | 'size'> {
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  /** Word beside it; without one give `aria-label`. */
  children?: ReactNode
  /** Waits for the server; keeps its place and takes no clicks. */
  busy?: boolean
}

/** On or off, acting at once. */
export function Switch({ checked, onCheckedChange, children, busy, ...rest }: SwitchProps) {
  return (
    <label className="bb-choice">
      <input
        {...rest}
        type="checkbox"
        role="switch"
        className="bb-switch"
        checked={checked}
        aria-checked={checked}
        aria-busy={busy || undefined}
        onChange={(event) => {
          if (!busy) onCheckedChange(event.currentTarget.checked)
        }}
      />
      {children}
    </label>
  )
}
