import { type Ref, useEffect, useId, useState } from 'react'
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
  const id = useId()
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
    <div>
      <Field
        label={label}
        error={error}
        hint={
          typed && short
            ? `${MIN_LENGTH - value.length} more to go: at least ${MIN_LENGTH} characters.`
            : `At least ${MIN_LENGTH} characters. Several unrelated words are best.`
        }
      >
        {(control) => (
          <PasswordInput
            {...control}
            aria-describedby={[control['aria-describedby'], `${id}-strength`].filter(Boolean).join(' ')}
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
      <div className={`mt-2 flex h-4 items-center gap-3 ${typed ? '' : 'invisible'}`}>
        <span aria-hidden="true" className="grid h-1 w-28 grid-cols-4 gap-1">
          {[1, 2, 3, 4].map((step) => (
            <span
              key={step}
              className={`rounded-full ${strength && strength.level >= step ? tone(strength) : 'bg-hover'}`}
            />
          ))}
        </span>
        <output id={`${id}-strength`} className="text-caption text-text-2">
          {strength?.word}
        </output>
      </div>
    </div>
  )
}

const tone = ({ level }: Strength) => (level >= 3 ? 'bg-ok' : level === 2 ? 'bg-warn' : 'bg-danger')
