import { Field, type FieldProps } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'

export interface AddressFieldProps extends Omit<FieldProps, 'children'> {
  value: string
  onChange: (email: string) => void
}

/** The address of someone who is invited to a team. */
export function AddressField({ value, onChange, ...field }: AddressFieldProps) {
  return (
    <Field {...field}>
      {(control) => (
        <Input
          {...control}
          type="email"
          value={value}
          maxLength={254}
          autoComplete="off"
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}
