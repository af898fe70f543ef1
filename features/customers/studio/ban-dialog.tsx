import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { RadioCards } from '#ui/forms/radio-cards.tsx'
import type { Customer } from '../endpoints.ts'
import { customerName } from './customer-words.ts'
import { useBan } from './use-customer.ts'
import type { OfTenant } from './use-customers.ts'

const DAY = 24
const LENGTHS = [
  { value: String(DAY), title: 'A day', description: 'They can sign in again after 24 hours.' },
  { value: String(7 * DAY), title: 'A week', description: 'They can sign in again after seven days.' },
  { value: '', title: 'Permanently', description: 'Until you lift the ban.' },
] as const

/** Asks for the length of a ban. A ban also ends the customer's sessions. */
export function BanDialog(props: { tenant: OfTenant; customer: Customer; onClose: () => void }) {
  const { tenant, customer, onClose } = props
  const [hours, setHours] = useState<(typeof LENGTHS)[number]['value']>('')
  const ban = useBan(tenant, onClose)
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`Ban ${customerName(customer)}?`}
      description="They're signed out within seconds and can't sign back in. Purchases stay."
      onSubmit={() => ban.mutate({ customer, hours: hours ? Number(hours) : undefined })}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="danger" busy={ban.isPending} busyLabel="Banning...">
            Ban
          </Button>
        </>
      }
    >
      <RadioCards label="How long" value={hours} options={LENGTHS} onChange={setHours} />
    </Dialog>
  )
}
