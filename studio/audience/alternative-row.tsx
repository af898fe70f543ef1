import { CalendarClock, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { Alternative } from '#kernel/browser/audience.ts'
import { Select } from '#ui/forms/select.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { type AudienceNames, alternativePhrase } from './audience-sentence.ts'
import { PeopleField } from './people-field.tsx'
import { TimesFields } from './times-fields.tsx'

export interface AlternativeRowProps {
  value: Alternative
  /** Undefined removes it. */
  onChange: (next: Alternative | undefined) => void
  tenantId: string
  names: AudienceNames
  roles: readonly { name: string }[]
  takesFocus: boolean
  problem: string | undefined
}

const LABELS: Record<string, string> = {
  everyone: 'Everyone',
  signed_in: 'Signed-in members',
  bought: 'Buyers of',
  role: 'Members with the role',
  people: 'Certain people',
  owner: 'The author',
  team: 'Members of the same team',
}

/** One alternative of a rule: which product, role or people, and from when to when. */
export function AlternativeRow(props: AlternativeRowProps) {
  const { value, onChange, tenantId, names, takesFocus, problem } = props
  const row = useRef<HTMLLIElement>(null)
  const note = useId()
  const hasTimes = Boolean(value.from || value.until || value.after_days !== undefined)
  const [timesOpen, setTimesOpen] = useState(hasTimes)
  const label = LABELS[value.kind] ?? value.kind.replaceAll('_', ' ')

  useEffect(() => {
    // What is chosen next; without a choice, its first button.
    const find = (which: string) => row.current?.querySelector<HTMLElement>(which)
    if (takesFocus) (find('select, input') ?? find('button'))?.focus()
  }, [takesFocus])

  return (
    <li ref={row} className="py-2.5" aria-label={alternativePhrase(value, names)}>
      <div className="flex items-center gap-x-2 gap-y-1.5 max-sm:flex-wrap">
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1.5">
          <span className="py-1.5">{label}</span>
          <Which {...props} describedBy={problem ? note : undefined} />
        </span>
        <span className="flex shrink-0 items-center">
          <IconButton
            label={`Times: ${label}`}
            aria-expanded={timesOpen}
            icon={<CalendarClock size={17} strokeWidth={1.75} aria-hidden />}
            onClick={() => setTimesOpen((open) => !open)}
          />
          <IconButton
            label={`Remove: ${label}`}
            icon={<X size={17} strokeWidth={1.75} aria-hidden />}
            onClick={() => onChange(undefined)}
          />
        </span>
      </div>
      {value.kind === 'people' ? (
        <PeopleField
          tenantId={tenantId}
          ids={value.ids ?? []}
          names={names.people ?? new Map()}
          onChange={(ids) => onChange({ ...value, ids })}
        />
      ) : null}
      {timesOpen ? <TimesFields value={value} onChange={onChange} /> : null}
      {problem ? (
        <p id={note} className="mt-1.5 text-small text-danger">
          {problem}
        </p>
      ) : null}
    </li>
  )
}

function Which({
  value,
  onChange,
  names,
  roles,
  describedBy,
}: AlternativeRowProps & { describedBy: string | undefined }) {
  if (value.kind === 'bought')
    return (
      <Choice
        label="Product"
        value={value.source ?? ''}
        options={names.products.map(({ id, name }) => ({ value: id, label: name }))}
        lost="A deleted product"
        describedBy={describedBy}
        onChange={(source) => onChange({ ...value, source })}
      />
    )
  if (value.kind === 'role')
    return (
      <Choice
        label="Role"
        value={value.role ?? ''}
        options={roles.map(({ name }) => ({ value: name, label: name }))}
        lost={value.role ?? ''}
        describedBy={describedBy}
        onChange={(role) => onChange({ ...value, role })}
      />
    )
  return null
}

function Choice(props: {
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  /** Label of the value if it is not among the options any more. */
  lost: string
  describedBy: string | undefined
  onChange: (value: string) => void
}) {
  const { label, value, options, lost, describedBy, onChange } = props
  const isKnown = value === '' || options.some((option) => option.value === value)
  return (
    <span className="max-w-full min-w-44">
      <Select
        aria-label={label}
        aria-invalid={describedBy ? true : undefined}
        aria-describedby={describedBy}
        value={value}
        options={[
          ...(value === '' ? [{ value: '', label: `Choose a ${label.toLowerCase()}`, disabled: true }] : []),
          ...options,
          ...(isKnown ? [] : [{ value, label: lost }]),
        ]}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </span>
  )
}
