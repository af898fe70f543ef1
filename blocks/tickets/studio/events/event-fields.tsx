import { Field } from '#ui/base/field.tsx'
import { Input, Textarea } from '#ui/base/input.tsx'
import { Segments } from '#ui/base/segments.tsx'
import { Select } from '#ui/forms/select.tsx'
import type { EventDraft } from './event-draft.ts'
import type { FieldName } from './event-problems.ts'
import { zoneOptions } from './zoned-time.ts'

export interface DraftFieldsProps {
  draft: EventDraft
  problem: (name: FieldName) => string | undefined
  onChange: (next: Partial<EventDraft>) => void
}

/** What, when and where. */
export function EventFields({ draft, problem, onChange }: DraftFieldsProps) {
  return (
    <>
      <Field label="Title" error={problem('title')}>
        {(control) => (
          <Input
            {...control}
            maxLength={120}
            value={draft.title}
            onChange={({ currentTarget: { value } }) => onChange({ title: value })}
          />
        )}
      </Field>
      <Field label="About it" optional="(optional)" error={problem('summary')}>
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            maxLength={2000}
            value={draft.summary}
            onChange={({ currentTarget: { value } }) => onChange({ summary: value })}
          />
        )}
      </Field>
      <div className="grid gap-3 sm:grid-cols-2">
        <TimeField
          label="Starts"
          error={problem('startsAt')}
          value={draft.startsAt}
          onChange={(startsAt) => onChange({ startsAt })}
        />
        <TimeField
          label="Ends"
          error={problem('endsAt')}
          value={draft.endsAt}
          onChange={(endsAt) => onChange({ endsAt })}
        />
      </div>
      <Field
        label="Time zone"
        hint="All times on this page are those of the event’s place."
        error={problem('zone')}
      >
        {(control) => (
          <Select
            {...control}
            options={zoneOptions(draft.zone)}
            value={draft.zone}
            onChange={({ currentTarget: { value } }) => onChange({ zone: value })}
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
            onChange={(where) => onChange({ isOnline: where === 'online' })}
          />
        </div>
        {draft.isOnline ? (
          <LinkField draft={draft} problem={problem} onChange={onChange} />
        ) : (
          <Field label="Place" error={problem('place')}>
            {(control) => (
              <Input
                {...control}
                maxLength={200}
                placeholder="Name and address"
                value={draft.place}
                onChange={({ currentTarget: { value } }) => onChange({ place: value })}
              />
            )}
          </Field>
        )}
      </div>
    </>
  )
}

/** The address of an online event, or of one that is also online. */
export function LinkField({ draft, problem, onChange }: DraftFieldsProps) {
  return (
    <Field
      label="Link for holders"
      optional="(optional)"
      hint="Only ticket holders see it, in their account and with their tickets."
      error={problem('onlineUrl')}
    >
      {(control) => (
        <Input
          {...control}
          type="url"
          inputMode="url"
          placeholder="https://"
          maxLength={2000}
          value={draft.onlineUrl}
          onChange={({ currentTarget: { value } }) => onChange({ onlineUrl: value })}
        />
      )}
    </Field>
  )
}

export interface TimeFieldProps {
  label: string
  optional?: boolean
  hint?: string
  error?: string | undefined
  value: string
  onChange: (value: string) => void
}

/** A time on the clocks of the event's place. */
export function TimeField({ label, optional, hint, error, value, onChange }: TimeFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} {...(optional && { optional: '(optional)' })}>
      {(control) => (
        <Input
          {...control}
          type="datetime-local"
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </Field>
  )
}
