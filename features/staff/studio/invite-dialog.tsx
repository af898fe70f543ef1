import { useState } from 'react'
import { callErrorText } from '#kernel/browser/call.ts'
import { STAFF_ROLES, type StaffRole } from '#kernel/browser/staff-rights.ts'
import { call } from '#studio/data/api.ts'
import { ROLE_NAMES, type TenantRow } from '#studio/tenant/tenants.ts'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Notice } from '#ui/notice.tsx'
import { inviteStaff } from '../endpoints.ts'
import { ROLE_TEXTS } from './role-texts.ts'
import { StaffDialog } from './staff-dialog.tsx'
import { useStaffChange } from './use-staff.ts'

/** Asks for an address and a role. */
export function InviteDialog({ tenant, onClose }: { tenant: TenantRow; onClose: () => void }) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<StaffRole>('editor')
  const [checked, setChecked] = useState(false)
  const invite = useStaffChange(
    () => call(inviteStaff, { tenantId: tenant.id, email: email.trim(), role }),
    'The invitation was sent',
    onClose,
  )
  const fault = /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email.trim()) ? undefined : 'Enter an email address'
  const roles = STAFF_ROLES.filter((one) => tenant.role === 'owner' || one !== 'admin')

  function submit() {
    setChecked(true)
    if (!fault) invite.mutate(undefined)
  }
  return (
    <StaffDialog
      title={`Invite to ${tenant.name}`}
      description="The link in the email is valid for 7 days, once, and only for this address."
      submit={{ label: 'Send invitation', busyLabel: 'Sending...', variant: 'primary' }}
      isPending={invite.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Email" error={checked ? fault : undefined}>
        {(field) => (
          <Input
            {...field}
            type="email"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            autoComplete="off"
            maxLength={320}
          />
        )}
      </Field>
      <Field label="Role" hint={ROLE_TEXTS[role]}>
        {(field) => (
          <Select
            {...field}
            options={roles.map((one) => ({ value: one, label: ROLE_NAMES[one] }))}
            value={role}
            onChange={(event) => setRole(event.currentTarget.value as StaffRole)}
          />
        )}
      </Field>
      {invite.isError && !invite.isPending ? (
        <Notice tone="danger" role="alert" title="No invitation was sent">
          {callErrorText(invite.error, 'Try again.')}
        </Notice>
      ) : null}
    </StaffDialog>
  )
}
