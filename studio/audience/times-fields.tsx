import type { Alternative } from '#kernel/browser/audience.ts'
import { MOST_DAYS } from '#kernel/browser/audience.ts'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { fromLocalInput, toLocalInput } from './moment.ts'

export interface TimesFieldsProps {
  value: Alternative
  onChange: (next: Alternative) => void
}

/** The kinds that have no beginning of their own to count days from. */
const WITHOUT_SINCE = ['everyone', 'owner']

const AFTER: Record<string, string> = { bought: 'After buying', role: 'After getting the role' }

/** When an alternative applies: from, until, and how many days after joining or buying. */
export function TimesFields({ value, onChange }: TimesFieldsProps) {
  const set = (field: 'from' | 'until' | 'after_days', next: string | number | undefined) => {
    const { [field]: _, ...rest } = value
    onChange(next === undefined ? rest : { ...rest, [field]: next })
  }
  return (
    <div className="mt-2 grid grid-cols-1 gap-x-4 gap-y-3 sm:grid-cols-2">
      {(['from', 'until'] as const).map((field) => (
        <Field key={field} label={field === 'from' ? 'From' : 'Until'} optional="(optional)">
          {(control) => (
            <Input
              {...control}
              type="datetime-local"
              min="2000-01-01T00:00"
              max="2099-12-31T00:00"
              defaultValue={toLocalInput(value[field])}
              onChange={(event) => set(field, fromLocalInput(event.currentTarget.value))}
            />
          )}
        </Field>
      ))}
      {WITHOUT_SINCE.includes(value.kind) ? null : (
        <Field label={AFTER[value.kind] ?? 'After joining'} optional="(days)">
          {(control) => (
            <Input
              {...control}
              type="number"
              inputMode="numeric"
              min={1}
              max={MOST_DAYS}
              value={value.after_days ?? ''}
              onChange={({ currentTarget }) =>
                set('after_days', currentTarget.value === '' ? undefined : currentTarget.valueAsNumber)
              }
            />
          )}
        </Field>
      )}
    </div>
  )
}
