import './choice.css'
import type { ComponentPropsWithRef, ReactNode } from 'react'

export interface CheckboxProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'size'> {
  children: ReactNode
}

/** A tick that takes effect with the form it stands in. */
export function Checkbox({ children, ...rest }: CheckboxProps) {
  return (
    <label className="bb-choice">
      <input {...rest} type="checkbox" className="bb-check" />
      <span>{children}</span>
    </label>
  )
}
