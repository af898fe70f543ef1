import './field.css'
import { type ReactNode, useId } from 'react'

/** Attributes that connect a control to its label, hint and error. Spread them on the input. */
export interface FieldControl {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

export interface FieldProps {
  label: ReactNode
  /** Marks a field that may be left empty, for example `(optional)`. */
  optional?: string
  hint?: ReactNode
  /** Message under the control; replaces the hint. */
  error?: ReactNode
  /** Content at the right end of the label's line, for example a link. */
  aside?: ReactNode
  children: (control: FieldControl) => ReactNode
}

/** Label above, control, hint or error below: `<Field label="Name">{(c) => <Input {...c} />}</Field>`. */
export function Field({ label, optional, hint, error, aside, children }: FieldProps) {
  const id = useId()
  const described = Boolean(error || hint)
  return (
    <div className="bb-field">
      <div className="bb-field-head">
        <label className="bb-label" htmlFor={id}>
          {label}
          {optional ? <small> {optional}</small> : null}
        </label>
        {aside}
      </div>
      {children({
        id,
        'aria-describedby': described ? `${id}-note` : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {error ? (
        <p className="bb-error" id={`${id}-note`}>
          <AlertIcon />
          <span>{error}</span>
        </p>
      ) : hint ? (
        <p className="bb-hint" id={`${id}-note`}>
          {hint}
        </p>
      ) : null}
    </div>
  )
}

function AlertIcon() {
  return (
    <svg
      width="14"
      height="14"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden="true"
    >
      <circle cx="12" cy="12" r="10" />
      <path strokeLinecap="round" d="M12 8v4m0 4h.01" />
    </svg>
  )
}
