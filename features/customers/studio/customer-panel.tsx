import { UserX } from 'lucide-react'
import { useState } from 'react'
import { CallError } from '#kernel/browser/call.ts'
import { Badge } from '#ui/base/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import type { RowSteps } from '#ui/lists/row-steps.ts'
import { SidePanel } from '#ui/overlays/side-panel.tsx'
import type { CustomerDetail } from '../endpoints.ts'
import { BanDialog } from './ban-dialog.tsx'
import { CustomerFacts } from './customer-facts.tsx'
import { CustomerPurchases } from './customer-purchases.tsx'
import { CustomerRoles } from './customer-roles.tsx'
import { CustomerSessions } from './customer-sessions.tsx'
import { CustomerTeams, useCustomerTeams } from './customer-teams.tsx'
import { customerName, customerState } from './customer-words.ts'
import { useCustomer, useDeleteCustomer, useExportData, useSignOut, useUnban } from './use-customer.ts'
import type { OfTenant } from './use-customers.ts'

export interface CustomerPanelProps {
  tenant: OfTenant & { name: string }
  customerId: string
  onClose: () => void
  steps: RowSteps
}

/** One customer: sign-in methods, sessions, purchases and actions. */
export default function CustomerPanel({ tenant, customerId, onClose, steps }: CustomerPanelProps) {
  const { data: customer, error, isFetching, refetch } = useCustomer(tenant, customerId)
  // Loaded beside the customer: most have none, and then there is no section.
  const { data: teams = [] } = useCustomerTeams(tenant.id, customerId)
  const state = customer && customerState(customer)
  return (
    <SidePanel
      {...steps}
      onClose={onClose}
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
      footer={customer ? <Actions tenant={tenant} customer={customer} onClose={onClose} /> : undefined}
    >
      {customer ? (
        <div className="flex flex-col gap-7">
          <CustomerFacts customer={customer} />
          {customer.guest ? null : <CustomerRoles tenantId={tenant.id} customerId={customer.id} />}
          {teams.length > 0 ? <CustomerTeams tenantId={tenant.id} memberships={teams} /> : null}
          <CustomerPurchases tenant={tenant} orders={customer.orders} />
          <CustomerSessions tenant={tenant} customer={customer} />
        </div>
      ) : error instanceof CallError && error.status < 500 && error.status > 0 ? (
        <EmptyState
          icon={<UserX size={22} strokeWidth={1.75} aria-hidden />}
          title="Customer not found"
          text="This tenant has no such customer. The account may have been deleted."
          actions={<Button onClick={onClose}>Back to the list</Button>}
        />
      ) : error ? (
        <FailedRow
          message="The customer could not be loaded."
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        // As tall as the loaded content, so that the dialog does not change its size.
        <RowsSkeleton rows={9} />
      )}
    </SidePanel>
  )
}

function Actions({
  tenant,
  customer,
  onClose,
}: {
  tenant: CustomerPanelProps['tenant']
  customer: CustomerDetail
  onClose: () => void
}) {
  const [confirming, setConfirming] = useState<'ban' | 'sign-out' | 'delete'>()
  const done = () => setConfirming(undefined)
  const unban = useUnban(tenant)
  const signOut = useSignOut(tenant, done)
  const remove = useDeleteCustomer(tenant, onClose)
  const data = useExportData(tenant)
  const name = customerName(customer)
  const { length: sessions } = customer.sessions
  return (
    <>
      <Button
        disabledReason={sessions === 0 && 'They are not signed in anywhere.'}
        onClick={() => setConfirming('sign-out')}
      >
        Sign out everywhere
      </Button>
      {customer.banned_until ? (
        <Button busy={unban.isPending} busyLabel="Lifting..." onClick={() => unban.mutate(customer)}>
          Lift ban
        </Button>
      ) : (
        <Button onClick={() => setConfirming('ban')}>Ban</Button>
      )}
      <Button busy={data.isPending} busyLabel="Exporting..." onClick={() => data.mutate(customer)}>
        Export data
      </Button>
      <Button tone="danger" onClick={() => setConfirming('delete')}>
        Delete
      </Button>
      {confirming === 'ban' ? <BanDialog tenant={tenant} customer={customer} onClose={done} /> : null}
      <ConfirmDialog
        open={confirming === 'sign-out'}
        onOpenChange={(open) => open || done()}
        title="Sign out everywhere?"
        confirmLabel="Sign out"
        busy={signOut.isPending}
        busyLabel="Signing out..."
        onConfirm={() => signOut.mutate({ customer })}
      >
        This ends {sessions === 1 ? 'one session' : `${sessions} sessions`} of {name} within seconds. They can
        sign in again.
      </ConfirmDialog>
      <ConfirmDialog
        open={confirming === 'delete'}
        onOpenChange={(open) => open || done()}
        title={`Delete ${name}?`}
        confirmLabel="Delete"
        busy={remove.isPending}
        busyLabel="Deleting..."
        onConfirm={() => remove.mutate(customer)}
      >
        This permanently erases the account at {tenant.name}, with sign-in methods, roles and files. Orders
        stay in your records, without the email or any other trace of this person. This action cannot be
        undone.
      </ConfirmDialog>
    </>
  )
}
