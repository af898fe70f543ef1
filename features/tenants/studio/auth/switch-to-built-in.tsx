import { useState } from 'react'
import type { TenantRow } from '#studio/tenants.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { useSwitchToBuiltIn } from './use-tenant-auth.ts'

/** For a tenant whose visitors sign in elsewhere: what goes when they sign in here again, and the act. */
export function SwitchToBuiltIn({ tenant }: { tenant: TenantRow }) {
  const [asking, setAsking] = useState(false)
  const change = useSwitchToBuiltIn(tenant.id, () => setAsking(false))
  return (
    <>
      <Notice
        action={
          <Button size="small" onClick={() => setAsking(true)}>
            Switch to built-in auth
          </Button>
        }
      >
        Now in use: Auth0. Looking at the built-in auth changes nothing.
      </Notice>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Switch to built-in auth?"
        confirmLabel="Switch"
        busy={change.isPending}
        busyLabel="Switching..."
        onConfirm={() => change.mutate()}
      >
        From then on visitors of {tenant.name} sign in here. Domain, client ID and client secret of your Auth0
        application are deleted; to go back you enter them again. Tags copied since then keep too little room
        for a form: copy the embed code anew.
      </ConfirmDialog>
    </>
  )
}
