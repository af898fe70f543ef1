import { type FormEvent, useState } from 'react'
import { Field } from '#ui/base/field.tsx'
import { Textarea } from '#ui/base/input.tsx'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import type { EventRow } from '../events/event-rows.ts'
import { readGuests } from './typed-guests.ts'
import { useGiveTickets } from './use-attendees.ts'

export interface GiveDialogProps {
  tenantId: string
  /** Those that are to come, with at least one type. */
  events: readonly EventRow[]
  /** The chosen event, if any. */
  first: string | null
  onClose: () => void
}

/** Gives tickets to guests without a payment, within the seats. */
export function GiveDialog({ tenantId, events, first, onClose }: GiveDialogProps) {
  const start = events.find(({ id }) => id === first) ?? events[0]
  const [typeId, setTypeId] = useState(start?.types[0]?.id ?? '')
  const [text, setText] = useState('')
  const [problem, setProblem] = useState('')
  const give = useGiveTickets(tenantId, onClose)
  const { guests, faults } = readGuests(text)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (faults.length > 0) return setProblem(`No email address in: ${faults[0]}`)
    if (guests.length === 0) return setProblem('Enter at least one email address.')
    setProblem('')
    return give.mutate({ typeId, holders: guests })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => (open || give.isPending ? undefined : onClose())}
      title="Give tickets"
      description="Guests get tickets without paying. They take seats like others."
      onSubmit={submit}
      footer={
        <>
          <Button disabled={give.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={give.isPending} busyLabel="Giving...">
            {guests.length > 1 ? `Give ${guests.length} tickets` : 'Give ticket'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="Ticket">
          {(control) => (
            <Select
              {...control}
              value={typeId}
              options={events.flatMap(({ title, types }) =>
                types.map(({ id, name }) => ({ value: id, label: `${title}: ${name}` })),
              )}
              onChange={({ currentTarget: { value } }) => setTypeId(value)}
            />
          )}
        </Field>
        <Field
          label="Guests"
          hint="One in each line: an email address, with a name if you know it."
          error={problem}
        >
          {(control) => (
            <Textarea
              {...control}
              rows={5}
              placeholder={'Ada Oak, ada@example.com'}
              value={text}
              onChange={({ currentTarget: { value } }) => setText(value)}
            />
          )}
        </Field>
      </div>
    </Dialog>
  )
}
