import { isFileKind } from '#kernel/browser/fields/file-types.ts'
import type { Field } from '#kernel/browser/fields/field.ts'
import { Select } from '#ui/forms/select.tsx'
import { KIND_NAMES } from '../fields/kind-names.ts'
import { NEW_KINDS } from './column-plan.ts'
import type { ColumnPlan, Target } from './column-plan.ts'
import { isoDate } from './date-text.ts'
import type { DateOrder } from './date-text.ts'
import type { FileColumn } from './import-session.ts'
import { plainNumber } from './number-text.ts'
import type { Decimal } from './number-text.ts'

export interface ColumnRowProps {
  column: FileColumn
  plan: ColumnPlan
  fields: readonly Field[]
  onPlan: (plan: ColumnPlan) => void
}

/** One column of the file: its title and first values, and where it goes. */
export function ColumnRow({ column, plan, fields, onPlan }: ColumnRowProps) {
  const options = [
    { value: 'none', label: 'Leave out' },
    ...fields
      .filter(({ kind }) => !isFileKind(kind))
      .map(({ name, title }) => ({ value: `field:${name}`, label: title })),
    ...NEW_KINDS.map((kind) => ({ value: `new:${kind}`, label: `New field: ${KIND_NAMES[kind]}` })),
  ]
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_minmax(0,240px)] items-start gap-x-6 gap-y-2 py-3 max-sm:grid-cols-1">
      <div className="min-w-0">
        <p className="truncate font-medium">{column.title}</p>
        <p className="truncate text-small text-text-2">{column.samples.join(' · ') || 'Empty'}</p>
      </div>
      <div className="flex flex-col gap-2">
        <Select
          aria-label={`Field for ${column.title}`}
          value={plan.target}
          options={options}
          onChange={({ currentTarget: { value } }) => onPlan({ ...plan, target: value as Target })}
        />
        <Notation {...{ column, plan, fields, onPlan }} />
      </div>
    </li>
  )
}

const ORDERS: Record<DateOrder, string> = {
  ymd: 'Year, month, day',
  dmy: 'Day, month, year',
  mdy: 'Month, day, year',
}
const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })

/** How dates and numbers are written, with the first value as it is read, so that a wrong guess is seen. */
function Notation({ column, plan, fields, onPlan }: ColumnRowProps) {
  const kind = kindOf(plan.target, fields)
  const [sample] = column.samples
  if (sample === undefined) return null
  if ((kind === 'date' || kind === 'date_time') && column.orders.length > 0) {
    const read = isoDate(sample, plan.order)
    return (
      <>
        {column.orders.length > 1 ? (
          <Select
            aria-label={`Order of dates in ${column.title}`}
            value={plan.order}
            options={column.orders.map((value) => ({ value, label: ORDERS[value] }))}
            onChange={({ currentTarget: { value } }) => onPlan({ ...plan, order: value as DateOrder })}
          />
        ) : null}
        {read ? (
          <p className="text-caption text-text-2">{`${sample} is ${DAY.format(new Date(read.slice(0, 10)))}`}</p>
        ) : null}
      </>
    )
  }
  const isNumber = kind === 'number' || kind === 'money' || kind === 'rating'
  if (!isNumber || column.decimals.length === 0) return null
  const number = plainNumber(sample, plan.decimal)
  return (
    <>
      {column.decimals.length > 1 && column.samples.some((text) => /[.,]/.test(text)) ? (
        <Select
          aria-label={`Decimal sign in ${column.title}`}
          value={plan.decimal}
          options={[
            { value: '.', label: 'Decimal point' },
            { value: ',', label: 'Decimal comma' },
          ]}
          onChange={({ currentTarget: { value } }) => onPlan({ ...plan, decimal: value as Decimal })}
        />
      ) : null}
      {number !== undefined && number !== sample ? (
        <p className="text-caption text-text-2">{`${sample} is ${number}`}</p>
      ) : null}
    </>
  )
}

function kindOf(target: Target, fields: readonly Field[]): string | undefined {
  if (target.startsWith('new:')) return target.slice(4)
  return fields.find(({ name }) => `field:${name}` === target)?.kind
}
