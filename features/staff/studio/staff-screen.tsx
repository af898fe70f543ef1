import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { RequireTenant } from '#studio/tenant/require-tenant.tsx'
import { type TenantRow, mayWith } from '#studio/tenant/tenants.ts'
import { useTenantInUrl } from '#studio/tenant/use-tenant-in-url.ts'
import { Button } from '#ui/button.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { Card } from '#ui/base/card.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { LeaveSection } from './leave-section.tsx'
import { StaffLists } from './staff-lists.tsx'
import { TwoStepSetting } from './two-step-setting.tsx'
import { TransferSection } from './transfer-section.tsx'
import { useStaff } from './use-staff.ts'

/** `/studio/staff?tenant=…`: who works on a tenant beside its owner. */
export default function StaffScreen() {
  useTenantInUrl()
  return (
    <RequireTenant title="Staff">
      {(tenant) =>
        mayWith(tenant, 'staff') ? (
          <StaffOf key={tenant.id} tenant={tenant} />
        ) : (
          <>
            <PageHead title="Staff" text="Only the owner and admins see who works on this tenant." />
            <LeaveSection tenant={tenant} />
          </>
        )
      }
    </RequireTenant>
  )
}

function StaffOf({ tenant }: { tenant: TenantRow }) {
  const { data, isError, isFetching, refetch } = useStaff(tenant.id)
  const [inviting, setInviting] = useState(false)
  const isOwner = tenant.role === 'owner'
  const open = data ? data.invitations.filter(({ expired }) => !expired).length : 0
  const used = data ? data.members.length - 1 + open : 0
  const full = data !== undefined && used >= data.seats
  return (
    <>
      <PageHead
        title="Staff"
        text={
          data
            ? `${used} of ${data.seats} ${data.seats === 1 ? 'seat' : 'seats'} used, beside the owner.`
            : 'Who works on this tenant, and what they may do.'
        }
        actions={
          <Button
            variant="primary"
            icon={<UserPlus size={16} strokeWidth={1.75} aria-hidden />}
            disabledReason={full && 'The plan has no seat left. Remove a member or choose a higher plan.'}
            onClick={() => setInviting(true)}
          >
            Invite
          </Button>
        }
      />
      {data ? (
        <div className="flex flex-col gap-8">
          <StaffLists tenant={tenant} staff={data} />
          {isOwner ? <TwoStepSetting tenantId={tenant.id} staff={data} /> : null}
          {isOwner ? <TransferSection tenant={tenant} staff={data} /> : <LeaveSection tenant={tenant} />}
        </div>
      ) : (
        <Card className="px-5 py-1 max-md:px-4">
          {isError ? (
            <FailedRow
              message="The staff could not be loaded."
              busy={isFetching}
              onRetry={() => void refetch()}
            />
          ) : (
            <RowsSkeleton rows={3} />
          )}
        </Card>
      )}
      {inviting ? <InviteDialog tenant={tenant} onClose={() => setInviting(false)} /> : null}
    </>
  )
}
