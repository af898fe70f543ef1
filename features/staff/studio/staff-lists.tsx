import { MailPlus, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { formatDate } from '#kernel/browser/dates.ts'
import { STAFF_ROLES, type StaffRole } from '#kernel/browser/staff-rights.ts'
import { call } from '#studio/data/api.ts'
import { ROLE_NAMES, type TenantRow } from '#studio/tenant/tenants.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/base/badge.tsx'
import { Card } from '#ui/base/card.tsx'
import { Select } from '#ui/forms/select.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { changeMember, removeMember, sendInvitationAgain, withdrawInvitation } from '../endpoints.ts'
import type { Invitation, Member, Staff } from '../endpoints.ts'
import { useStaffChange } from './use-staff.ts'

/** The members, and below them who was invited. */
export function StaffLists({ tenant, staff }: { tenant: TenantRow; staff: Staff }) {
  return (
    <>
      <Card className="px-5 py-1 max-md:px-4">
        <ul aria-label="Members" className="divide-y divide-line">
          {staff.members.map((member) => (
            <MemberRow key={member.user_id} tenant={tenant} member={member} />
          ))}
        </ul>
      </Card>
      {staff.invitations.length ? (
        <section aria-labelledby="invited-title">
          <h2 id="invited-title" className="mb-3 text-subheading">
            Invited
          </h2>
          <Card className="px-5 py-1 max-md:px-4">
            <ul aria-label="Invitations" className="divide-y divide-line">
              {staff.invitations.map((invitation) => (
                <InvitationRow key={invitation.id} tenant={tenant} invitation={invitation} />
              ))}
            </ul>
          </Card>
        </section>
      ) : null}
    </>
  )
}

/** Only the owner changes admins. */
const mayChange = (tenant: TenantRow, role: Member['role']) =>
  role !== 'owner' && (tenant.role === 'owner' || role !== 'admin')

const rolesFor = (tenant: TenantRow) =>
  STAFF_ROLES.filter((role) => tenant.role === 'owner' || role !== 'admin').map((role) => ({
    value: role,
    label: ROLE_NAMES[role],
  }))

function MemberRow({ tenant, member }: { tenant: TenantRow; member: Member }) {
  const of = { tenantId: tenant.id, userId: member.user_id }
  const [removing, setRemoving] = useState(false)
  const change = useStaffChange(
    (role: StaffRole) => call(changeMember, { ...of, role }),
    'The role was changed',
  )
  const remove = useStaffChange(() => call(removeMember, of), `${member.email} was removed`)
  return (
    <li className="flex min-h-16 flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
      <Avatar name={member.name || member.email} round plain />
      <div className="min-w-0 flex-1 basis-48">
        <p className="truncate font-medium">
          <bdi>{member.name || member.email}</bdi>
        </p>
        <p className="truncate text-small text-text-2">
          {member.name ? `${member.email} · ` : ''}
          <span className="max-md:hidden">Since {formatDate(member.created_at)} · </span>
          {member.two_step ? 'Two-step verification' : 'No two-step verification'}
        </p>
      </div>
      {mayChange(tenant, member.role) ? (
        // On phones in a line of its own, below the address instead of the picture.
        <div className="flex items-center gap-2 max-sm:ps-13">
          <Select
            aria-label={`Role of ${member.email}`}
            options={rolesFor(tenant)}
            value={change.isPending ? change.variables : member.role}
            disabled={change.isPending}
            onChange={(event) => change.mutate(event.currentTarget.value as StaffRole)}
          />
          <IconButton
            label={`Remove ${member.email}`}
            icon={<Trash2 size={16} strokeWidth={1.75} aria-hidden />}
            onClick={() => setRemoving(true)}
          />
        </div>
      ) : (
        <Badge>{ROLE_NAMES[member.role]}</Badge>
      )}
      <ConfirmDialog
        open={removing}
        onOpenChange={setRemoving}
        title="Remove from the staff"
        confirmLabel="Remove"
        busy={remove.isPending}
        busyLabel="Removing..."
        onConfirm={() => remove.mutate(undefined)}
      >
        {member.email} loses all access to {tenant.name} at once. Invitations that they sent are withdrawn.
      </ConfirmDialog>
    </li>
  )
}

function InvitationRow({ tenant, invitation }: { tenant: TenantRow; invitation: Invitation }) {
  const of = { tenantId: tenant.id, invitationId: invitation.id }
  const send = useStaffChange(() => call(sendInvitationAgain, of), 'The invitation was sent again')
  const withdraw = useStaffChange(() => call(withdrawInvitation, of), 'The invitation was withdrawn')
  const busy = send.isPending || withdraw.isPending
  return (
    <li className="flex min-h-16 flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
      <div className="min-w-0 flex-1 basis-48">
        <p className="truncate font-medium">{invitation.email}</p>
        <p className="text-small text-text-2">
          {ROLE_NAMES[invitation.role]} ·{' '}
          {invitation.expired ? 'expired' : `valid until ${formatDate(invitation.expires_at)}`}
        </p>
      </div>
      {mayChange(tenant, invitation.role) ? (
        <div className="flex gap-1">
          <IconButton
            label={`Send the invitation to ${invitation.email} again`}
            icon={<MailPlus size={16} strokeWidth={1.75} aria-hidden />}
            disabled={busy}
            onClick={() => send.mutate(undefined)}
          />
          <IconButton
            label={`Withdraw the invitation to ${invitation.email}`}
            icon={<Undo2 size={16} strokeWidth={1.75} aria-hidden />}
            disabled={busy}
            onClick={() => withdraw.mutate(undefined)}
          />
        </div>
      ) : null}
    </li>
  )
}
