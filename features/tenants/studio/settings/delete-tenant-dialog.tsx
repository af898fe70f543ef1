import { useState } from 'react'
import type { TenantRow } from '#studio/tenants.ts'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useDeleteTenant } from './use-delete-tenant.ts'

/** What goes with a tenant, and its name to be typed as a sign that it is meant. */
export default function DeleteTenantDialog(props: { tenant: TenantRow; onClose: () => void }) {
  const { tenant, onClose } = props
  const [typed, setTyped] = useState('')
  const remove = useDeleteTenant(tenant)
  const meant = typed.trim() === tenant.name
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !remove.isPending) onClose()
      }}
      title={`Delete ${tenant.name}?`}
      description="This action cannot be undone."
      onSubmit={() => {
        if (meant && !remove.isPending) remove.mutate(typed)
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
            disabledReason={!meant && 'Type the name of the tenant first.'}
          >
            Delete tenant
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <ul className="list-disc space-y-1 pl-5 text-text-2">
          <li>Products, orders, customers with their accounts, and files are deleted.</li>
          <li>
            Customers who pay for a subscription are charged no more: it is canceled at Stripe. Payments that
            were made stay in your Stripe account.
          </li>
          <li>Blocks on your sites say that there is no such tenant. A day pass of this tenant ends.</li>
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
