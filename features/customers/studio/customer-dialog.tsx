import { useState } from 'react'
import { CallError } from '#kernel/browser/call.ts'
import { Badge } from '#ui/base/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FailedRow } from '#ui/failed-row.tsx'
import { RowsSkeleton } from '#ui/skeletons.tsx'
import type { CustomerDetail } from '../endpoints.ts'
import { BanDialog } from './ban-dialog.tsx'
import { CustomerFacts } from './customer-facts.tsx'
import { CustomerPurchases } from './customer-purchases.tsx'
import { CustomerSessions } from './customer-sessions.tsx'
import { customerAddress, customerName, customerState } from './customer-words.ts'
import { useCustomer, useDeleteCustomer, useSignOut, useUnban } from './use-customer.ts'
import type { OfTenant } from './use-customers.ts'

export interface CustomerDialogProps {
  tenant: OfTenant & { name: string }
  customerId: string
  onClose: () => void
}

/** One person: how they sign in, where they are signed in, what they bought, and what can be done about them. */
export default function CustomerDialog({ tenant, customerId, onClose }: CustomerDialogProps) {
  const { data: customer, error, isFetching, refetch } = useCustomer(tenant, customerId)
  const state = customer && customerState(customer)
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      size="preview"
      title={
        customer ? (
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1 wrap-anywhere">
            {customerName(customer)}
            {state ? <Badge tone={state.tone}>{state.label}</Badge> : null}
          </span>
        ) : (
          'Customer'
        )
      }
      description={customer ? customerAddress(customer) || undefined : undefined}
      footer={customer ? <Acts tenant={tenant} customer={customer} onClose={onClose} /> : undefined}
    >
      {customer ? (
        <div className="flex flex-col gap-7">
          <CustomerFacts customer={customer} />
          <CustomerPurchases tenant={tenant} orders={customer.orders} />
          <CustomerSessions tenant={tenant} customer={customer} />
        </div>
      ) : error instanceof CallError && error.status < 500 && error.status > 0 ? (
        <EmptyState
          title="Customer not found"
          text="There is nobody of this tenant behind this address. Perhaps the account was deleted."
          actions={<Button onClick={onClose}>Back to the list</Button>}
        />
      ) : error ? (
        <FailedRow
          message="The customer could not be loaded."
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        // As high as what comes, so that the window does not jump.
        <RowsSkeleton rows={9} />
      )}
    </Dialog>
  )
}

function Acts({
  tenant,
  customer,
  onClose,
}: {
  tenant: CustomerDialogProps['tenant']
  customer: CustomerDetail
  onClose: () => void
}) {
  const [asks, setAsks] = useState<'ban' | 'sign-out' | 'delete'>()
  const done = () => setAsks(undefined)
  const unban = useUnban(tenant)
  const signOut = useSignOut(tenant, done)
  const remove = useDeleteCustomer(tenant, onClose)
  const name = customerName(customer)
  const { length: sessions } = customer.sessions
  return (
    <>
      <Button
        disabledReason={sessions === 0 && 'They are signed in nowhere.'}
        onClick={() => setAsks('sign-out')}
      >
        Sign out everywhere
      </Button>
      {customer.banned_until ? (
        <Button busy={unban.isPending} busyLabel="Letting in..." onClick={() => unban.mutate(customer)}>
          Lift ban
        </Button>
      ) : (
        <Button onClick={() => setAsks('ban')}>Ban</Button>
      )}
      <Button variant="danger" onClick={() => setAsks('delete')}>
        Delete
      </Button>
      {asks === 'ban' ? <BanDialog tenant={tenant} customer={customer} onClose={done} /> : null}
      <ConfirmDialog
        open={asks === 'sign-out'}
        onOpenChange={(open) => open || done()}
        title="Sign out everywhere?"
        confirmLabel="Sign out"
        busy={signOut.isPending}
        busyLabel="Signing out..."
        onConfirm={() => signOut.mutate({ customer })}
      >
        {sessions === 1 ? 'One session' : `${sessions} sessions`} of {name} end within seconds. They may sign
        in again.
      </ConfirmDialog>
      <ConfirmDialog
        open={asks === 'delete'}
        onOpenChange={(open) => open || done()}
        title={`Delete ${name}?`}
        confirmLabel="Delete"
        busy={remove.isPending}
        busyLabel="Deleting..."
        onConfirm={() => remove.mutate(customer)}
      >
        The account at {tenant.name} is deleted for good, with its ways to sign in. Orders stay in your books,
        with the address they were made with. This action cannot be undone.
      </ConfirmDialog>
    </>
  )
}
