import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { NameField } from './name-field.tsx'
import { type NewTenantForm, newTenantForm } from './tenant-form.ts'
import { useCreateTenant } from './use-create-tenant.ts'

/**
 * Creates a tenant with its key and a first product from a name. After a failure the name stays in the field.
 */
export default function CreateTenantDialog({ onClose }: { onClose: () => void }) {
  const form = useForm<NewTenantForm>({
    resolver: zodResolver(newTenantForm),
    defaultValues: { name: '' },
  })
  const { control, handleSubmit, setError } = form
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
      description="A tenant has one site's key, theme, payments and products."
      onSubmit={handleSubmit((tenant) => create.mutate(tenant))}
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
            busyLabel="Creating..."
          >
            Create
          </Button>
        </>
      }
    >
      <NameField form={form} hint="You can change it later." placeholder="Hearth & Rye" />
    </Dialog>
  )
}
