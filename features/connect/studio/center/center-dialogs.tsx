import { Suspense } from 'react'
import { lazy } from '#ui/lazy.tsx'
import { useNavigate } from 'react-router'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { leaveIntent } from '../mode/mode-intent.ts'
import { currentAccount } from '../payments-label.ts'
import { useAccounts } from '../use-accounts.ts'
import type { CenterDialog } from './center-address.ts'
import { useDisconnect } from './use-center-acts.ts'

const ConnectDialog = lazy(() => import('../connect-dialog.tsx'), 'over')

export interface CenterDialogsProps {
  tenant: TenantRow
  dialog: CenterDialog
  close: () => void
  onRefused: (words: string) => void
}

/** The confirm dialog of each action. A link alone opens a dialog and changes nothing. */
export function CenterDialogs({ tenant, dialog, close, onRefused }: CenterDialogsProps) {
  if (dialog.dialog === 'connect' || dialog.dialog === 'oauth')
    return (
      <Suspense>
        <ConnectDialog
          key={`${dialog.dialog} ${dialog.mode}`}
          tenant={tenant}
          mode={dialog.mode}
          way={dialog.dialog === 'oauth' ? 'standard' : 'express'}
          onRefused={onRefused}
          onClose={close}
        />
      </Suspense>
    )
  if (dialog.dialog === 'switch') return <SwitchDialog tenant={tenant} to={dialog.mode} close={close} />
  if (dialog.dialog === 'disconnect' && currentAccount({ ...tenant, stripe_mode: dialog.mode }))
    return <DisconnectDialog tenant={tenant} mode={dialog.mode} close={close} onRefused={onRefused} />
  return null
}

function SwitchDialog({ tenant, to, close }: { tenant: TenantRow; to: 'test' | 'live'; close: () => void }) {
  const navigate = useNavigate()
  function confirm() {
    leaveIntent(sessionStorage, { tenant: tenant.id, to })
    void navigate(`/studio/mode?to=${to}&tenant=${tenant.id}`, { replace: true })
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && close()}
      title="Change Environment"
      confirmLabel={to === 'live' ? 'Switch to Live' : 'Switch to Test'}
      variant="primary"
      onConfirm={confirm}
    >
      {`Are you sure you want to switch to ${to} mode?`}
    </ConfirmDialog>
  )
}

function DisconnectDialog({
  tenant,
  mode,
  close,
  onRefused,
}: Omit<CenterDialogsProps, 'dialog'> & { mode: 'test' | 'live' }) {
  const disconnect = useDisconnect(tenant.id, onRefused)
  const { data: accounts } = useAccounts(tenant.id)
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && close()}
      title="Disconnect Stripe"
      confirmLabel="Disconnect"
      busy={disconnect.isPending}
      onConfirm={() => disconnect.mutate(mode, { onSettled: close })}
    >
      {`${tenant.name} cannot sell in ${mode} mode until you connect again. Payments in progress are still settled.`}
      {mode === 'live' ? ' The tenant returns to test mode.' : ''}
      {accounts?.[mode]?.kind === 'standard'
        ? ' Your customers’ subscriptions continue at Stripe and no longer update here.'
        : ''}
    </ConfirmDialog>
  )
}
