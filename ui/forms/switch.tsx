import './choice.css'
import type { ComponentPropsWithRef, ReactNode } from 'react'

export interface SwitchProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'onChange' | 'size'> {
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  /** Label next to the switch; without one, set `aria-label`. */
  children?: ReactNode
  /** Whether a request is in progress. The switch keeps its position and ignores clicks. */
  busy?: boolean
}

/** An on/off switch that takes effect immediately. */
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
