import './choice.css'
import type { ComponentPropsWithRef, ReactNode } from 'react'

export interface CheckboxProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'size'> {
  children: ReactNode
}

/** A checkbox. Unlike a switch, it takes effect when its form is submitted. */
export function Checkbox({ children, ...rest }: CheckboxProps) {
  return (
    <label className="bb-choice">
      <input {...rest} type="checkbox" className="bb-check" />
      <span>{children}</span>
    </label>
  )
}
