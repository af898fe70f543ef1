import { useState } from 'react'
import type { GivenField } from '#features/tables/endpoints.ts'
import { faultText } from '#kernel/browser/fields/fault-text.ts'
import { readValue } from '#kernel/browser/fields/read-value.ts'
import { decimalSign, parsePrice, typedAmount } from '#kernel/browser/typed-money.ts'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Select } from '#ui/forms/select.tsx'
import type { DraftField } from './fields-draft.ts'

export interface DefaultInputProps {
  field: DraftField
  onChange: (settings: Partial<GivenField>) => void
  onType: (settings: Partial<GivenField>) => void
}

/** A default as the text of its control. */
const textOf = (given: unknown): string =>
  typeof given === 'string' ? given : given === undefined || given === null ? '' : JSON.stringify(given)

/** The value of a new row that names none. */
export function DefaultInput({ field, onChange, onType }: DefaultInputProps) {
  const { kind, choices = [] } = field
  const given = field.default
  const choose = (options: { value: string; label: string }[], read: (value: string) => unknown) => (
    <Field label="Default">
      {(control) => (
        <Select
          {...control}
          value={textOf(given)}
          options={[{ value: '', label: 'None' }, ...options]}
          onChange={({ target }) =>
            onChange({ default: target.value === '' ? undefined : read(target.value) })
          }
        />
      )}
    </Field>
  )
  switch (kind) {
    case 'yes_no':
      return choose(
        [
          { value: 'true', label: 'Yes' },
          { value: 'false', label: 'No' },
        ],
        (value) => value === 'true',
      )
    case 'choice':
      return choose(
        choices.map(({ value, title }) => ({ value, label: title })),
        (value) => value,
      )
    case 'person':
      return choose([{ value: 'me', label: 'The signed-in member' }], (value) => value)
    case 'rating':
      return choose(
        Array.from({ length: field.max ?? 5 }, (_, at) => ({ value: `${at + 1}`, label: `${at + 1}` })),
        Number,
      )
    case 'date':
    case 'date_time':
      return choose(
        [
          {
            value: 'now',
            label:
              kind === 'date' ? 'The day on which the row is added' : 'The time at which the row is added',
          },
          ...(given && given !== 'now' ? [{ value: textOf(given), label: textOf(given) }] : []),
        ],
        (value) => value,
      )
    case 'choices': {
      const chosen = (given as string[] | undefined) ?? []
      return (
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1.5 text-small font-label">Default</legend>
          {choices.map(({ value, title }) => (
            <Checkbox
              key={value}
              checked={chosen.includes(value)}
              onChange={({ target }) => {
                const next = target.checked ? [...chosen, value] : chosen.filter((one) => one !== value)
                onChange({ default: next.length > 0 ? next : undefined })
              }}
            >
              {title}
            </Checkbox>
          ))}
        </fieldset>
      )
    }
    default:
      return <TypedDefault key={kind} field={field} onType={onType} />
  }
}

/** Text stays as it was typed, also while the field would refuse it. */
function TypedDefault({ field, onType }: Pick<DefaultInputProps, 'field' | 'onType'>) {
  const { kind, currency = 'eur', default: given } = field
  const [typed, setTyped] = useState(() =>
    given === undefined || given === null
      ? ''
      : kind === 'money'
        ? typedAmount(Number(given), currency, decimalSign())
        : textOf(given),
  )
  function read(text: string) {
    const price = kind === 'money' && text.trim() ? parsePrice(text, currency, decimalSign()) : undefined
    const input = price ? ('cents' in price ? price.cents : text) : text
    return readValue({ ...field, id: 'aaaaaaaa', name: 'a', required: false }, input, true)
  }
  const { fault } = read(typed)
  return (
    <Field label="Default" optional="(optional)" error={fault ? `It ${faultText(fault, field)}.` : undefined}>
      {(control) => (
        <Input
          {...control}
          value={typed}
          autoComplete="off"
          placeholder="None"
          onChange={({ target }) => {
            setTyped(target.value)
            onType({ default: read(target.value).value ?? undefined })
          }}
        />
      )}
    </Field>
  )
}
