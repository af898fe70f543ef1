import { type KeyboardEvent, Suspense } from 'react'
import type { Field } from '#kernel/browser/fields/field.ts'
import type { Value } from '#kernel/browser/fields/read-value.ts'
import { Input, Textarea } from '#ui/base/input.tsx'
import type { FieldControl } from '#ui/base/field.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Select } from '#ui/forms/select.tsx'
import { lazy } from '#ui/lazy.tsx'
import { cellText } from '../import/write-csv.ts'

const ReferenceControl = lazy(() => import('./reference-control.tsx'))

/** What a control contains before it is read: a text, or the values of several choices. */
export type Draft = string | readonly string[]

/** Kinds whose values are chosen elsewhere and only shown here. */
export const isReadOnly = ({ kind }: Field): boolean => kind === 'file' || kind === 'image'

/** The draft of a stored value. */
export function draftOf(field: Field, value: Value): Draft {
  if (field.kind === 'choices') return (value as readonly string[] | null) ?? []
  if (field.kind === 'choice') return (value as string | null) ?? ''
  if (field.kind === 'yes_no') return value === null ? '' : value ? 'yes' : 'no'
  if (field.kind === 'date_time' && typeof value === 'string') return localMoment(value)
  return cellText(field, value)
}

/** A draft as the text or value that a field reads. Times are typed in the user's zone. */
export function inputOf(field: Field, draft: Draft): unknown {
  if (field.kind === 'date_time' && typeof draft === 'string' && draft !== '') {
    const at = new Date(draft)
    return Number.isNaN(at.getTime()) ? draft : at.toISOString()
  }
  return draft
}

function localMoment(iso: string): string {
  const at = new Date(iso)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

const TYPES: Partial<Record<Field['kind'], string>> = {
  date: 'date',
  date_time: 'datetime-local',
  email: 'email',
  phone: 'tel',
}
const MODES: Partial<Record<Field['kind'], 'decimal' | 'numeric' | 'url'>> = {
  number: 'decimal',
  money: 'decimal',
  rating: 'numeric',
  link: 'url',
}

export interface ValueControlProps {
  field: Field
  draft: Draft
  onChange: (draft: Draft) => void
  control?: Partial<FieldControl> & { 'aria-label'?: string }
  /** In a cell of the grid: focused, and without room for more than one line. */
  isCell?: boolean
  onKeyDown?: (event: KeyboardEvent) => void
}

/** The control for a value of a field's kind. */
export function ValueControl({ field, draft, onChange, control, isCell, onKeyDown }: ValueControlProps) {
  const attributes = { ...control, onKeyDown, autoFocus: isCell }
  const text = typeof draft === 'string' ? draft : ''
  // In a cell the first digit that is typed opens the field.
  if (field.kind === 'choice' || field.kind === 'yes_no' || (field.kind === 'rating' && !isCell))
    return (
      <Select
        {...attributes}
        value={text}
        options={optionsOf(field)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  if (field.kind === 'choices')
    return <ChoiceList {...{ field, draft, onChange, isCell, onKeyDown, label: control?.['aria-label'] }} />
  if (field.kind === 'relation' || field.kind === 'person')
    return (
      <Suspense fallback={<Input {...control} disabled />}>
        <ReferenceControl {...{ field, onChange, control, isCell, onKeyDown }} value={text} />
      </Suspense>
    )
  if (field.kind === 'long_text')
    return (
      <Textarea
        {...attributes}
        rows={isCell ? 5 : 4}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  return (
    <Input
      {...attributes}
      type={TYPES[field.kind] ?? 'text'}
      inputMode={MODES[field.kind]}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function optionsOf({ kind, choices = [], required, max = 5 }: Field) {
  const list =
    kind === 'yes_no'
      ? [
          { value: 'yes', label: 'Yes' },
          { value: 'no', label: 'No' },
        ]
      : kind === 'rating'
        ? Array.from({ length: max }, (_, at) => ({ value: `${at + 1}`, label: `${at + 1} of ${max}` }))
        : choices.map(({ value, title }) => ({ value, label: title }))
  return required && kind === 'choice' ? list : [{ value: '', label: '–' }, ...list]
}

interface ChoiceListProps extends Pick<
  ValueControlProps,
  'field' | 'draft' | 'onChange' | 'isCell' | 'onKeyDown'
> {
  label: string | undefined
}

function ChoiceList({ field, draft, onChange, isCell, onKeyDown, label }: ChoiceListProps) {
  const chosen = typeof draft === 'string' ? [] : draft
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the checkboxes inside
    <fieldset aria-label={label ?? field.title} className="flex flex-col gap-2" onKeyDown={onKeyDown}>
      {(field.choices ?? []).map(({ value, title }, index) => (
        <Checkbox
          key={value}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by the keyboard
          autoFocus={isCell && index === 0}
          checked={chosen.includes(value)}
          onChange={(event) =>
            onChange(
              event.currentTarget.checked ? [...chosen, value] : chosen.filter((each) => each !== value),
            )
          }
        >
          {title}
        </Checkbox>
      ))}
    </fieldset>
  )
}
