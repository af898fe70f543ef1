import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useUnsaved } from '#studio/data/use-unsaved.ts'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { Field } from '#ui/base/field.tsx'
import { Input, Textarea } from '#ui/base/input.tsx'
import { Segments } from '#ui/base/segments.tsx'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/forms/select.tsx'
import { CURRENCIES } from '#kernel/browser/currencies.ts'
import {
  draftOf,
  emptyDraft,
  type EventDraft,
  type FieldName,
  newType,
  problemsOf,
  takenOf,
  type TypeDraft,
} from './event-draft.ts'
import { EventPreview } from './event-preview.tsx'
import { TypeFields } from './type-fields.tsx'
import type { EventRow } from './event-rows.ts'
import { useSaveEvent } from './use-events.ts'
import { zoneOptions } from './zoned-time.ts'

/** In the address, in place of an event's id. */
export const NEW_EVENT = 'new'

export interface EventEditorProps {
  tenant: TenantRow
  event: EventRow | undefined
  onSaved: (id: string) => void
}

/** The form of an event beside its preview. One price and a number of seats need no more than is open at first. */
export function EventEditor({ tenant, event, onSaved }: EventEditorProps) {
  const [draft, setDraft] = useState<EventDraft>(() => (event ? draftOf(event) : emptyDraft()))
  const [start, setStart] = useState(draft)
  const [wasSent, setSent] = useState(false)
  const isChanged = JSON.stringify(draft) !== JSON.stringify(start)
  const release = useUnsaved(
    isChanged,
    "Your changes to this event aren't saved.",
    ({ pathname, search }) =>
      pathname === location.pathname && new URLSearchParams(search).get('event') === (event?.id ?? NEW_EVENT),
  )
  const save = useSaveEvent(tenant.id, event, (id) => {
    setStart(draft)
    release()
    onSaved(id)
  })
  const problems = problemsOf(draft, (key) => takenOf(event?.types ?? [], key))
  const problem = (name: FieldName) => (wasSent ? problems[name] : undefined)
  const change = (next: Partial<EventDraft>) => setDraft((now) => ({ ...now, ...next }))
  const changeType = (key: string, next: Partial<TypeDraft>) =>
    change({ types: draft.types.map((type) => (type.key === key ? { ...type, ...next } : type)) })
  const isCanceled = event?.state === 'canceled'

  function submit(sent: FormEvent<HTMLFormElement>) {
    sent.preventDefault()
    setSent(true)
    const form = sent.currentTarget
    if (Object.keys(problems).length === 0) return save.mutate(draft)
    // After the messages are shown.
    requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
    return undefined
  }

  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
      <form className="flex flex-col gap-4" noValidate onSubmit={submit}>
        <Field label="Title" error={problem('title')}>
          {(control) => (
            <Input
              {...control}
              maxLength={120}
              value={draft.title}
              onChange={({ currentTarget: { value } }) => change({ title: value })}
            />
          )}
        </Field>
        <Field label="About it" optional="(optional)">
          {(control) => (
            <Textarea
              {...control}
              rows={3}
              maxLength={2000}
              value={draft.summary}
              onChange={({ currentTarget: { value } }) => change({ summary: value })}
            />
          )}
        </Field>
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label="Starts" error={problem('startsAt')}>
            {(control) => (
              <Input
                {...control}
                type="datetime-local"
                value={draft.startsAt}
                onChange={({ currentTarget: { value } }) => change({ startsAt: value })}
              />
            )}
          </Field>
          <Field label="Ends" error={problem('endsAt')}>
            {(control) => (
              <Input
                {...control}
                type="datetime-local"
                value={draft.endsAt}
                onChange={({ currentTarget: { value } }) => change({ endsAt: value })}
              />
            )}
          </Field>
        </div>
        <Field label="Time zone" hint="All times on this page are those of the event’s place.">
          {(control) => (
            <Select
              {...control}
              options={zoneOptions(draft.zone)}
              value={draft.zone}
              onChange={({ currentTarget: { value } }) => change({ zone: value })}
            />
          )}
        </Field>
        <div className="flex flex-col gap-2">
          <div>
            <Segments
              label="Where"
              value={draft.isOnline ? 'online' : 'place'}
              options={[
                { value: 'place', label: 'At a place' },
                { value: 'online', label: 'Online' },
              ]}
              onChange={(where) => change({ isOnline: where === 'online' })}
            />
          </div>
          {draft.isOnline ? null : (
            <Field label="Place" error={problem('place')}>
              {(control) => (
                <Input
                  {...control}
                  maxLength={200}
                  placeholder="Name and address"
                  value={draft.place}
                  onChange={({ currentTarget: { value } }) => change({ place: value })}
                />
              )}
            </Field>
          )}
        </div>
        <fieldset className="m-0 flex min-w-0 flex-col gap-3 border-0 p-0">
          <legend className="mb-2 flex w-full items-center justify-between gap-3 p-0">
            <span className="text-subheading">Tickets</span>
          </legend>
          {draft.types.map((type) => (
            <TypeFields
              key={type.key}
              type={type}
              currency={draft.currency}
              isOnly={draft.types.length === 1}
              problem={(name) => problem(`${type.key} ${name}`)}
              onChange={(next) => changeType(type.key, next)}
              onRemove={() => change({ types: draft.types.filter(({ key }) => key !== type.key) })}
              canRemove={takenOf(event?.types ?? [], type.key) === 0}
            />
          ))}
          <div className="flex flex-wrap items-end justify-between gap-3">
            <Button
              size="small"
              icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
              onClick={() => change({ types: [...draft.types, newType()] })}
            >
              Another type of ticket
            </Button>
            <div className="w-32">
              <Field label="Currency">
                {(control) => (
                  <Select
                    {...control}
                    options={CURRENCIES.map((value) => ({ value, label: value.toUpperCase() }))}
                    value={draft.currency}
                    onChange={({ currentTarget: { value } }) => change({ currency: value })}
                  />
                )}
              </Field>
            </div>
          </div>
        </fieldset>
        <div className="border-t border-line pt-4">
          <Button
            type="submit"
            variant="primary"
            busy={save.isPending}
            busyLabel="Saving..."
            disabledReason={
              isCanceled ? 'The event is canceled.' : event && !isChanged && 'Nothing has changed.'
            }
          >
            {event ? 'Save' : 'Save as draft'}
          </Button>
        </div>
      </form>
      <EventPreview tenant={tenant} eventId={event?.id} draft={draft} />
    </div>
  )
}
