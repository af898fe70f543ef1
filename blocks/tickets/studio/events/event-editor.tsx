import { type FormEvent, useState } from 'react'
import { useUnsaved } from '#studio/data/use-unsaved.ts'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { draftOf, emptyDraft, type EventDraft, takenOf } from './event-draft.ts'
import { EventFields } from './event-fields.tsx'
import { EventPreview } from './event-preview.tsx'
import { type FieldName, type Problems, problemsOf } from './event-problems.ts'
import type { EventRow } from './event-rows.ts'
import { MoreFields } from './more-fields.tsx'
import { NEW_EVENT } from './new-event.ts'
import { TicketsFields } from './tickets-fields.tsx'
import { useSaveEvent } from './use-save-event.ts'

export interface EventEditorProps {
  tenant: TenantRow
  event: EventRow | undefined
  onSaved: (id: string) => void
}

/** The form of an event beside its preview. One price and a number of seats need no more than is open at first. */
export function EventEditor({ tenant, event, onSaved }: EventEditorProps) {
  // As it was when the form was filled: the list reads events again meanwhile.
  const [base, setBase] = useState(event)
  const [draft, setDraft] = useState<EventDraft>(() => (base ? draftOf(base) : emptyDraft()))
  const [start, setStart] = useState(draft)
  const [wasSent, setSent] = useState(false)
  const [faults, setFaults] = useState<Problems>({})
  const isChanged = JSON.stringify(draft) !== JSON.stringify(start)
  if (event && base && event !== base) {
    const stored = draftOf(event)
    const isSame = JSON.stringify(stored) === JSON.stringify(start)
    // Published, or tickets were sold: what was typed still goes on from it.
    if (isSame && event.updated_at !== base.updated_at) setBase(event)
    else if (!isSame && !isChanged) {
      setBase(event)
      setDraft(stored)
      setStart(stored)
    }
  }
  const release = useUnsaved(
    isChanged,
    "Your changes to this event aren't saved.",
    ({ pathname, search }) =>
      pathname === location.pathname &&
      new URLSearchParams(search).get('event') === (base?.id ?? NEW_EVENT) &&
      !new URLSearchParams(search).has('part'),
  )
  const save = useSaveEvent(tenant.id, base, {
    onSaved(id, stored, sent) {
      if (stored) {
        const next = draftOf(stored)
        setBase(stored)
        // What was typed meanwhile stays.
        setDraft((now) => (now === sent ? next : now))
        setStart(next)
      } else setStart(sent)
      setSent(false)
      release()
      onSaved(id)
    },
    onFaults: setFaults,
  })
  const problems = { ...faults, ...problemsOf(draft, (key) => takenOf(event, key)) }
  const shown = wasSent ? problems : {}
  const problem = (name: FieldName) => shown[name]
  const change = (next: Partial<EventDraft>) => {
    setFaults({})
    setDraft((now) => ({ ...now, ...next }))
  }

  function submit(sent: FormEvent<HTMLFormElement>) {
    sent.preventDefault()
    setSent(true)
    const form = sent.currentTarget
    if (Object.keys(problemsOf(draft, (key) => takenOf(event, key))).length === 0)
      return save.mutate(draft, { onError: () => focusFault(form) })
    return focusFault(form)
  }

  return (
    <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
      <form className="flex flex-col gap-4" noValidate onSubmit={submit}>
        <EventFields draft={draft} problem={problem} onChange={change} />
        <TicketsFields tenant={tenant} event={event} draft={draft} problem={problem} onChange={change} />
        <MoreFields tenant={tenant} draft={draft} problem={problem} onChange={change} />
        <div className="flex flex-col gap-3 border-t border-line pt-4">
          {wasSent && Object.keys(problems).length > 0 ? (
            <Notice tone="danger">{summaryOf(Object.keys(problems).length)}</Notice>
          ) : null}
          <div>
            <Button
              type="submit"
              variant="primary"
              busy={save.isPending}
              busyLabel="Saving..."
              disabledReason={
                event?.state === 'canceled'
                  ? 'The event is canceled.'
                  : event && !isChanged && 'Nothing has changed.'
              }
            >
              {event ? 'Save' : 'Save as draft'}
            </Button>
          </div>
        </div>
      </form>
      <EventPreview tenant={tenant} eventId={event?.id} draft={draft} />
    </div>
  )
}

const summaryOf = (count: number) =>
  count === 1
    ? 'Nothing was saved: one field needs your attention.'
    : `Nothing was saved: ${count} fields need your attention.`

/** After the messages are shown. */
function focusFault(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
}
