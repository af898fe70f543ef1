import './choice.css'
import '../base/field.css'
import { ChevronDown } from 'lucide-react'
import type { ComponentPropsWithRef } from 'react'
import { classNames } from '../base/class-names.ts'

export interface SelectProps extends Omit<ComponentPropsWithRef<'select'>, 'children' | 'size'> {
  options: readonly { value: string; label: string; disabled?: boolean }[]
}

/** A native select: the device's own picker works best on phones. */
export function Select({ options, className, ...rest }: SelectProps) {
  return (
    <span className="bb-select">
      <select {...rest} className={classNames('bb-input', className)}>
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown size={16} strokeWidth={1.75} aria-hidden />
    </span>
  )
}
