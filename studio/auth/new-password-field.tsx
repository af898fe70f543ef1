import { type Ref, useEffect, useState } from 'react'
import { Field } from '#ui/base/field.tsx'
import { PasswordInput } from '#ui/base/password-input.tsx'
import type { Strength } from './password-strength.ts'

type Measure = (password: string, about: string[]) => Strength

export interface NewPasswordFieldProps {
  label?: string
  value: string
  onChange: (password: string) => void
  /** The address of the account: a password made of it is weak. */
  email: string
  error?: string
  size?: 'large'
  ref?: Ref<HTMLInputElement>
}

const MIN_LENGTH = 8

/** A field for a password to be chosen, with a word on how strong it is while it is typed. */
export function NewPasswordField(props: NewPasswordFieldProps) {
  const { label = 'New password', value, onChange, email, error, size, ref } = props
  const [measure, setMeasure] = useState<Measure>()
  const typed = value !== ''

  useEffect(() => {
    // The lists of known passwords are large: they come when somebody begins to choose one.
    if (!typed || measure) return undefined
    let gone = false
    import('./password-strength.ts').then(
      ({ strengthOf }) => gone || setMeasure(() => strengthOf),
      // Without it there is no word on strength; the server judges all the same.
      () => undefined,
    )
    return () => {
      gone = true
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
          `${MIN_LENGTH - value.length} more to go: at least ${MIN_LENGTH} characters.`
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
