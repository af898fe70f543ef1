import './field.css'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { classNames } from './class-names.ts'

export interface InputProps extends Omit<ComponentPropsWithRef<'input'>, 'size'> {
  size?: 'medium' | 'large'
  /** A symbol inside the start of the field (inline-start), for example a currency or an icon. */
  lead?: ReactNode
  /** A control inside the end of the field (inline-end). */
  end?: ReactNode
}

/** A one-line text field. Wrap it in `Field` to label it. */
export function Input({ size, lead, end, className, ...rest }: InputProps) {
  const input = <input {...rest} data-size={size} className={classNames('bb-input', className)} />
  if (!lead && !end) return input
  return (
    <span className="bb-input-box" data-lead={lead ? '' : undefined} data-end={end ? '' : undefined}>
      {lead ? (
        <span className="bb-input-lead" aria-hidden="true">
          {lead}
        </span>
      ) : null}
      {input}
      {end ? <span className="bb-input-end">{end}</span> : null}
    </span>
  )
}

/** A multi-line text field. */
export function Textarea({ className, ...rest }: ComponentPropsWithRef<'textarea'>) {
  return <textarea {...rest} className={classNames('bb-input', className)} />
}
