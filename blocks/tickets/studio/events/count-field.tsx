import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'

export interface CountFieldProps {
  label: string
  placeholder?: string
  hint?: string | undefined
  error?: string | undefined
  value: string
  onChange: (value: string) => void
}

/** A number, or nothing. */
export function CountField({ label, placeholder, hint, error, value, onChange }: CountFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <Input
          {...control}
          inputMode="numeric"
          placeholder={placeholder}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </Field>
  )
}
