import { useState } from 'react'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { useDeleteTenant } from './use-delete-tenant.ts'

/** Lists what is deleted with a tenant, and asks for its name as a confirmation. */
export default function DeleteTenantDialog(props: { tenant: TenantRow; onClose: () => void }) {
  const { tenant, onClose } = props
  const [typed, setTyped] = useState('')
  const remove = useDeleteTenant(tenant)
  const isConfirmed = typed.trim() === tenant.name
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !remove.isPending) onClose()
      }}
      title={`Delete ${tenant.name}?`}
      description="This action cannot be undone."
      onSubmit={() => {
        if (isConfirmed && !remove.isPending) remove.mutate(typed)
      }}
      footer={
        <>
          <Button disabled={remove.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="danger"
            busy={remove.isPending}
            busyLabel="Deleting..."
            disabledReason={!isConfirmed && 'Type the tenant’s name first.'}
          >
            Delete tenant
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <ul className="list-disc space-y-1 pl-5 text-text-2">
          <li>We delete its products, orders, files, and customers with their accounts.</li>
          <li>
            We cancel customers’ subscriptions at Stripe, so they are not charged again. Past payments stay in
            your Stripe account.
          </li>
          <li>Blocks on your sites show “Tenant not found”. A day pass of this tenant ends.</li>
        </ul>
        <Field label={`Type ${tenant.name} to confirm`}>
          {(field) => (
            <Input
              {...field}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              autoComplete="off"
              spellCheck={false}
            />
          )}
        </Field>
      </div>
    </Dialog>
  )
}
