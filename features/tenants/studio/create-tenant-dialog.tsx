import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { type NewTenantForm, TENANT_NAME_MAX, newTenantForm } from './tenant-form.ts'
import { useCreateTenant } from './use-create-tenant.ts'

/** One name makes a tenant with its key and a first product; a failure leaves the name in the field. */
export default function CreateTenantDialog({ onClose }: { onClose: () => void }) {
  const { register, control, handleSubmit, setError, formState } = useForm<NewTenantForm>({
    resolver: zodResolver(newTenantForm),
    defaultValues: { name: '' },
  })
  const typed = useWatch({ control, name: 'name' })
  const create = useCreateTenant({
    onMade: onClose,
    onFailed: (message) => setError('name', { message }),
  })

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !create.isPending && onClose()}
      title="Create New Tenant"
      description="A tenant holds one site's key, theme, payments and products."
      onSubmit={handleSubmit((form) => create.mutate(form))}
      footer={
        <>
          <Button disabled={create.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="primary"
            disabled={!typed.trim()}
            busy={create.isPending}
            busyWords="Creating..."
          >
            Create
          </Button>
        </>
      }
    >
      <Field label="Tenant Name" hint="You can change it later." error={formState.errors.name?.message}>
        {(control) => (
          <Input
            {...control}
            {...register('name')}
            placeholder="Hearth & Rye"
            maxLength={TENANT_NAME_MAX}
            autoComplete="off"
            required
          />
        )}
      </Field>
    </Dialog>
  )
}
