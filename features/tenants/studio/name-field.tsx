import type { FieldPath, UseFormReturn } from 'react-hook-form'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { TENANT_NAME_MAX } from './tenant-form.ts'

export interface NameFieldProps<F extends { name: string }> {
  form: UseFormReturn<F>
  hint?: string
  placeholder?: string
  /** The browser's autofill hint. */
  autoComplete?: 'organization'
}

/** The tenant's name. */
export function NameField<F extends { name: string }>(props: NameFieldProps<F>) {
  const { form, hint, placeholder, autoComplete = 'off' } = props
  const name = 'name' as FieldPath<F>
  return (
    <Field label="Tenant Name" hint={hint} error={form.getFieldState(name, form.formState).error?.message}>
      {(control) => (
        <Input
          {...control}
          {...form.register(name)}
          placeholder={placeholder}
          maxLength={TENANT_NAME_MAX}
          autoComplete={autoComplete}
          required
        />
      )}
    </Field>
  )
}
