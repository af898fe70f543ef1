import { useState } from 'react'
import { callErrorText } from '#kernel/browser/call.ts'
import { call } from '#studio/data/api.ts'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { Card } from '#ui/base/card.tsx'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/forms/select.tsx'
import { offerOwnership, withdrawOffer } from '../endpoints.ts'
import type { Staff } from '../endpoints.ts'
import { StaffDialog } from './staff-dialog.tsx'
import { useStaffChange } from './use-staff.ts'

/** Offers the tenant to a member, who then accepts it, and shows an offer that is open. */
export function TransferSection({ tenant, staff }: { tenant: TenantRow; staff: Staff }) {
  const [offering, setOffering] = useState(false)
  const withdraw = useStaffChange(
    () => call(withdrawOffer, { tenantId: tenant.id }),
    'The offer was withdrawn',
  )
  const members = staff.members.filter(({ role }) => role !== 'owner')
  const offered = members.find(({ user_id }) => user_id === staff.offer?.user_id)
  return (
    <section aria-labelledby="transfer-title">
      <h2 id="transfer-title" className="mb-3 text-subheading">
        Ownership
      </h2>
      <Card className="flex flex-wrap items-center justify-between gap-4 px-5 py-4 max-md:px-4">
        <p className="min-w-0 flex-1 basis-64 text-text-2">
          {offered
            ? `You offered the ownership to ${offered.email}, who has not accepted yet.`
            : 'You own this tenant: its plan is yours, and only you can delete it. To leave, hand it over to a member of the staff.'}
        </p>
        {offered ? (
          <Button busy={withdraw.isPending} onClick={() => withdraw.mutate(undefined)}>
            Withdraw the offer
          </Button>
        ) : (
          <Button
            disabledReason={members.length === 0 && 'Invite the new owner to the staff first.'}
            onClick={() => setOffering(true)}
          >
            Transfer ownership
          </Button>
        )}
      </Card>
      {offering ? <OfferDialog tenant={tenant} members={members} onClose={() => setOffering(false)} /> : null}
    </section>
  )
}

function OfferDialog({
  tenant,
  members,
  onClose,
}: {
  tenant: TenantRow
  members: Staff['members']
  onClose: () => void
}) {
  const [userId, setUserId] = useState(members[0]!.user_id)
  const [name, setName] = useState('')
  const offer = useStaffChange(
    () => call(offerOwnership, { tenantId: tenant.id, user_id: userId, name }),
    'The ownership was offered',
    onClose,
  )
  return (
    <StaffDialog
      title="Transfer ownership"
      description="The new owner gets an email and accepts in their Studio within 7 days. Then you are an admin, and their plan counts. The payment account stays. Your own blocks (My Blocks) stay with you: this tenant's pages say that they do not exist until you remove their tags."
      submit={{ label: 'Offer ownership', busyLabel: 'Offering...', variant: 'danger' }}
      isPending={offer.isPending}
      onSubmit={() => offer.mutate(undefined)}
      onClose={onClose}
    >
      <Field label="New owner">
        {(field) => (
          <Select
            {...field}
            options={members.map(({ user_id, email }) => ({ value: user_id, label: email }))}
            value={userId}
            onChange={(event) => setUserId(event.currentTarget.value)}
          />
        )}
      </Field>
      <Field
        label={`Type ${tenant.name} to confirm`}
        error={offer.isError && !offer.isPending ? callErrorText(offer.error, 'Try again.') : undefined}
      >
        {(field) => (
          <Input
            {...field}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            autoComplete="off"
          />
        )}
      </Field>
    </StaffDialog>
  )
}
