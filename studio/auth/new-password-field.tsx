import { type Ref, useEffect, useState } from 'react'
import { Field } from '#ui/base/field.tsx'
import { PasswordInput } from '#ui/base/password-input.tsx'
import type { Strength } from './password-strength.ts'

type Measure = (password: string, about: string[]) => Strength

export interface NewPasswordFieldProps {
  label?: string
  value: string
  onChange: (password: string) => void
  /** The account's email. A password that contains it is weak. */
  email: string
  error?: string
  size?: 'large'
  ref?: Ref<HTMLInputElement>
}

const MIN_LENGTH = 8

/** A field for a new password. It shows the password's strength while the user types. */
export function NewPasswordField(props: NewPasswordFieldProps) {
  const { label = 'New password', value, onChange, email, error, size, ref } = props
  const [measure, setMeasure] = useState<Measure>()
  const typed = value !== ''

  useEffect(() => {
    // The lists of known passwords are large, so load them when the user starts typing.
    if (!typed || measure) return undefined
    let isUnmounted = false
    import('./password-strength.ts').then(
      ({ strengthOf }) => isUnmounted || setMeasure(() => strengthOf),
      // If it fails to load, no strength is shown; the server still checks the password.
      () => undefined,
    )
    return () => {
      isUnmounted = true
    }
  }, [typed, measure])

  const short = value.length < MIN_LENGTH
  const strength = typed && !short ? measure?.(value, [email]) : undefined
  return (
    <Field
      label={label}
      error={error}
      hint={
        strength ? (
          <Meter strength={strength} />
        ) : typed && short ? (
          `${MIN_LENGTH - value.length} more needed: at least ${MIN_LENGTH} characters.`
        ) : (
          `At least ${MIN_LENGTH} characters. Several unrelated words are best.`
        )
      }
    >
      {(control) => (
        <PasswordInput
          {...control}
          ref={ref}
          size={size}
          name="new-password"
          autoComplete="new-password"
          required
          showLabel="Show password"
          hideLabel="Hide password"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}

function Meter({ strength }: { strength: Strength }) {
  return (
    <span className="flex items-center gap-3">
      <span aria-hidden="true" className="grid h-1 w-28 grid-cols-4 gap-1">
        {[1, 2, 3, 4].map((step) => (
          <span
            key={step}
            className={`rounded-full ${strength.level >= step ? tone(strength) : 'bg-hover'}`}
          />
        ))}
      </span>
      <output>{strength.word}</output>
    </span>
  )
}

const tone = ({ level }: Strength) => (level >= 3 ? 'bg-ok' : level === 2 ? 'bg-warn' : 'bg-danger')
