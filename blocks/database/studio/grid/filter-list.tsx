import { Plus, X } from 'lucide-react'
import type { Field } from '#kernel/browser/fields/field.ts'
import { Input } from '#ui/base/input.tsx'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/forms/select.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { OPERATORS, needsValue, operatorsOf } from './filters.ts'
import type { Filter, FilterOperator } from './filters.ts'

export interface FilterListProps {
  fields: readonly Field[]
  hasApproval: boolean
  filters: readonly Filter[]
  onChange: (filters: readonly Filter[]) => void
}

/** The conditions of a view, one per line. All of them must be met. */
export function FilterList({ fields, hasApproval, filters, onChange }: FilterListProps) {
  const names = [
    ...fields.map(({ name, title }) => ({ value: name, label: title })),
    ...(hasApproval ? [{ value: 'approved', label: 'Approved' }] : []),
  ]
  const replace = (at: number, filter: Filter) => onChange(filters.with(at, filter))
  const operators = (name: string): readonly FilterOperator[] => {
    const field = fields.find((each) => each.name === name)
    return field ? operatorsOf(field.kind) : ['yes', 'no']
  }
  return (
    <div className="flex flex-col gap-2 p-2">
      {filters.length === 0 ? <p className="text-text-2">All rows are shown.</p> : null}
      {filters.map((filter, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- filters have no identity
        <div key={at} className="flex flex-wrap items-center gap-2">
          <Select
            aria-label={`Field of filter ${at + 1}`}
            value={filter.field}
            options={
              names.some(({ value }) => value === filter.field)
                ? names
                : [{ value: filter.field, label: 'Removed field' }, ...names]
            }
            onChange={({ currentTarget: { value } }) =>
              replace(at, { field: value, operator: operators(value)[0]!, value: '' })
            }
          />
          <Select
            aria-label={`Condition of filter ${at + 1}`}
            value={filter.operator}
            options={operators(filter.field).map((value) => ({ value, label: OPERATORS[value] }))}
            onChange={({ currentTarget: { value } }) =>
              replace(at, { ...filter, operator: value as FilterOperator })
            }
          />
          {needsValue(filter.operator) ? (
            <FilterValue
              label={`Value of filter ${at + 1}`}
              field={fields.find(({ name }) => name === filter.field)}
              value={filter.value}
              onChange={(value) => replace(at, { ...filter, value })}
            />
          ) : null}
          <IconButton
            label={`Remove filter ${at + 1}`}
            icon={<X size={16} strokeWidth={1.75} aria-hidden />}
            onClick={() => onChange(filters.toSpliced(at, 1))}
          />
        </div>
      ))}
      <span>
        <Button
          size="small"
          variant="ghost"
          icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
          disabled={names.length === 0}
          onClick={() =>
            onChange([
              ...filters,
              { field: names[0]!.value, operator: operators(names[0]!.value)[0]!, value: '' },
            ])
          }
        >
          Add filter
        </Button>
      </span>
    </div>
  )
}

interface FilterValueProps {
  label: string
  field: Field | undefined
  value: string
  onChange: (value: string) => void
}

function FilterValue({ label, field, value, onChange }: FilterValueProps) {
  if (field?.choices)
    return (
      <Select
        aria-label={label}
        value={value}
        options={[
          { value: '', label: 'Choose' },
          ...field.choices.map((choice) => ({ value: choice.value, label: choice.title })),
        ]}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  return (
    <span className="w-40 max-sm:grow">
      <Input
        aria-label={label}
        type={field?.kind === 'date' || field?.kind === 'date_time' ? 'date' : 'text'}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </span>
  )
}
