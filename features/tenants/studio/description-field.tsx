import { type FieldPath, type UseFormReturn, useWatch } from 'react-hook-form'
import { Field } from '#ui/base/field.tsx'
import { Textarea } from '#ui/base/input.tsx'
import { TENANT_DESCRIPTION_MAX } from './tenant-form.ts'

/** The tenant's description, with a character count. */
export function DescriptionField<F extends { description: string }>({ form }: { form: UseFormReturn<F> }) {
  const name = 'description' as FieldPath<F>
  const typed: string = useWatch({ control: form.control, name })
  return (
    <Field
      label="Description"
      optional="(optional)"
      hint={`${typed.length}/${TENANT_DESCRIPTION_MAX} characters. Only you see it.`}
      error={form.getFieldState(name, form.formState).error?.message}
    >
      {(control) => (
        <Textarea
          {...control}
          {...form.register(name)}
          rows={3}
          maxLength={TENANT_DESCRIPTION_MAX}
          placeholder="Sourdough, and the Saturday bread box"
        />
      )}
    </Field>
  )
}
