import { type FormEvent, useState } from 'react'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { buttonStyle } from '#ui/base/button.tsx'
import { Field } from '#ui/base/field.tsx'
import { Input, Textarea } from '#ui/base/input.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Select } from '#ui/forms/select.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import type { MessagePreview } from '#blocks/tickets/endpoints-messages.ts'
import { useDebounced } from './use-debounced.ts'
import type { EventRow } from '../events/event-rows.ts'
import { useMessagePreview, useSendMessage } from './use-messages.ts'

export interface WriteDialogProps {
  tenant: TenantRow
  events: readonly EventRow[]
  /** The chosen event, if any. */
  first: string | null
  onClose: () => void
}

/** A message to holders, beside the email that they get. It is sent after the number of readers is confirmed. */
export default function WriteDialog({ tenant, events, first, onClose }: WriteDialogProps) {
  const [eventId, setEventId] = useState(() => (events.find(({ id }) => id === first) ?? events[0]!).id)
  const [types, setTypes] = useState<string[]>([])
  const [subject, setSubject] = useState('')
  const [body, setBody] = useState('')
  const [wasSent, setSent] = useState(false)
  // The same for every try, so that a lost response does not send it twice.
  const [id] = useState(() => crypto.randomUUID())
  const [isAsking, setAsking] = useState(false)
  const send = useSendMessage(tenant.id, onClose)
  const event = events.find((one) => one.id === eventId)!
  const typed = { subject: subject.trim(), body: body.trim(), types }
  const isComplete = typed.subject !== '' && typed.body !== ''
  const shown = useDebounced(
    isComplete ? typed : { ...typed, subject: typed.subject || 'Subject', body: typed.body || '…' },
    300,
  )
  const { data: preview } = useMessagePreview(tenant.id, eventId, shown)
  const recipients = preview?.recipients ?? 0
  const isTest = tenant.stripe_mode === 'test'

  function submit(sent: FormEvent) {
    sent.preventDefault()
    setSent(true)
    if (isComplete && recipients > 0) setAsking(true)
  }
  return (
    <>
      <Dialog
        open
        size="preview"
        onOpenChange={(open) => (open || send.isPending ? undefined : onClose())}
        title="Write to holders"
        description={
          isTest
            ? 'In test mode, only your own address gets it, because anyone can get a test ticket for any address.'
            : 'Each address gets one email, however many tickets it has.'
        }
        onSubmit={submit}
        side={<LetterPreview preview={preview} />}
        footer={
          <>
            <Button disabled={send.isPending} onClick={onClose}>
              Cancel
            </Button>
            <Button
              type="submit"
              variant="primary"
              disabledReason={
                preview &&
                recipients === 0 &&
                (isTest ? 'You have no such ticket with your own address.' : 'No one has such a ticket.')
              }
            >
              {recipients > 0 ? `Send to ${holders(recipients)}...` : 'Send...'}
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-4">
          <Field label="Event">
            {(control) => (
              <Select
                {...control}
                value={eventId}
                options={events.map(({ id: value, title }) => ({ value, label: title }))}
                onChange={({ currentTarget: { value } }) => {
                  setEventId(value)
                  setTypes([])
                }}
              />
            )}
          </Field>
          {event.types.length > 1 ? (
            <fieldset className="m-0 flex min-w-0 flex-col gap-2 border-0 p-0">
              <legend className="mb-2 p-0 text-small font-label">Only holders of</legend>
              {event.types.map(({ id: typeId, name }) => (
                <Checkbox
                  key={typeId}
                  checked={types.includes(typeId)}
                  onChange={({ target }) =>
                    setTypes(target.checked ? [...types, typeId] : types.filter((one) => one !== typeId))
                  }
                >
                  {name}
                </Checkbox>
              ))}
              <p className="text-caption text-text-3">None chosen means all.</p>
            </fieldset>
          ) : null}
          <Field label="Subject" error={wasSent && !typed.subject ? 'Enter a subject.' : undefined}>
            {(control) => (
              <Input
                {...control}
                maxLength={120}
                value={subject}
                onChange={({ currentTarget: { value } }) => setSubject(value)}
              />
            )}
          </Field>
          <Field
            label="Message"
            hint="Plain text. When and where the event is, and a link to the tickets, are below it."
            error={wasSent && !typed.body ? 'Enter a message.' : undefined}
          >
            {(control) => (
              <Textarea
                {...control}
                rows={8}
                maxLength={5000}
                value={body}
                onChange={({ currentTarget: { value } }) => setBody(value)}
              />
            )}
          </Field>
        </div>
      </Dialog>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Send to ${holders(recipients)}?`}
        variant="primary"
        confirmLabel="Send message"
        cancelLabel="Not yet"
        busy={send.isPending}
        busyLabel="Sending..."
        onConfirm={() =>
          send.mutate({ id, eventId, recipients, ...typed }, { onError: () => setAsking(false) })
        }
      >
        “{typed.subject}” goes to {isTest ? 'you, as someone' : 'everyone'} who has a valid ticket
        {types.length > 0 ? ' of the chosen kinds' : ''} for {event.title}. It cannot be taken back.
      </ConfirmDialog>
    </>
  )
}

const holders = (count: number) => (count === 1 ? '1 holder' : `${count.toLocaleString('en-US')} holders`)

/** The email as a reader without pictures has it. */
function LetterPreview({ preview }: { preview: MessagePreview | undefined }) {
  if (!preview) return <div className="min-h-40" aria-busy />
  const { from, subject, lines, button, closing } = preview.letter
  return (
    <section aria-label="Preview">
      <p className="text-small font-label">Preview</p>
      <div className="mt-1.5 flex flex-col gap-3 rounded-card border border-line bg-surface p-4 wrap-anywhere">
        <p className="text-small text-text-2">{from}</p>
        <p className="font-label">{subject}</p>
        {lines.map((line, place) => (
          // Lines have no ids, and may be the same.
          // oxlint-disable-next-line react/no-array-index-key
          <p key={place}>{line}</p>
        ))}
        <p>
          <span {...buttonStyle({ variant: 'primary', size: 'small' })}>{button}</span>
        </p>
        {closing.map((line) => (
          <p key={line} className="text-caption text-text-3">
            {line}
          </p>
        ))}
      </div>
    </section>
  )
}
