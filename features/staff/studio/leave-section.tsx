import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '#studio/data/api.ts'
import { ROLE_NAMES, type TenantRow } from '#studio/tenant/tenants.ts'
import { Card } from '#ui/base/card.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { leaveStaff } from '../endpoints.ts'
import { useStaffChange } from './use-staff.ts'

/** The user's own role, and a button to leave. */
export function LeaveSection({ tenant }: { tenant: TenantRow }) {
  const [leaving, setLeaving] = useState(false)
  const navigate = useNavigate()
  const leave = useStaffChange(
    () => call(leaveStaff, { tenantId: tenant.id }),
    `You left ${tenant.name}`,
    () => void navigate('/studio'),
  )
  return (
    <Card className="flex flex-wrap items-center justify-between gap-4 px-5 py-4 max-md:px-4">
      <p className="text-text-2">
        Your role on {tenant.name}: {ROLE_NAMES[tenant.role]}
      </p>
      <Button onClick={() => setLeaving(true)}>Leave the staff</Button>
      <ConfirmDialog
        open={leaving}
        onOpenChange={setLeaving}
        title="Leave the staff"
        confirmLabel="Leave"
        busy={leave.isPending}
        busyLabel="Leaving..."
        onConfirm={() => leave.mutate(undefined)}
      >
        {tenant.name} no longer opens for you. To come back you need a new invitation.
      </ConfirmDialog>
    </Card>
  )
}
