import { useState } from 'react'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { useSwitchToBuiltIn } from './use-tenant-auth.ts'

/** Switches a tenant from Auth0 back to the built-in auth, after saying what is deleted. */
export function SwitchToBuiltIn({ tenant }: { tenant: TenantRow }) {
  const [isConfirming, setConfirming] = useState(false)
  const change = useSwitchToBuiltIn(tenant.id, () => setConfirming(false))
  return (
    <>
      <Notice
        action={
          <Button size="small" onClick={() => setConfirming(true)}>
            Switch to built-in auth
          </Button>
        }
      >
        Now in use: Auth0. Viewing the built-in auth changes nothing.
      </Notice>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title="Switch to built-in auth?"
        confirmLabel="Switch"
        busy={change.isPending}
        busyLabel="Switching..."
        onConfirm={() => change.mutate()}
      >
        Visitors of {tenant.name} will sign in with the built-in auth. We delete the domain, client ID and
        client secret of your Auth0 application. To switch back, enter them again. Tags that you copied while
        Auth0 was connected reserve too little space for a form, so copy the embed code again.
      </ConfirmDialog>
    </>
  )
}
