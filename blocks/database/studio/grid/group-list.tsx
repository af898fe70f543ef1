import type { Field } from '#kernel/browser/fields/field.ts'
import { Select } from '#ui/forms/select.tsx'
import type { GridView } from './grid-view.ts'
import { isGroupable, isTime } from './grouping.ts'

export interface GroupListProps {
  fields: readonly Field[]
  view: GridView
  onView: (view: GridView) => void
}

/** By which field the rows are in groups. */
export function GroupList({ fields, view, onView }: GroupListProps) {
  const { group } = view
  const groupable = fields.filter(isGroupable)
  const field = groupable.find(({ name }) => name === group?.field)
  if (groupable.length === 0)
    return (
      <p className="max-w-64 p-2 text-text-2">
        Rows are grouped by choices, dates, persons and rows of tables. This table has no such field.
      </p>
    )
  return (
    <div className="flex flex-wrap gap-2 p-2">
      <Select
        aria-label="Group by"
        value={field?.name ?? ''}
        options={[
          { value: '', label: 'No groups' },
          ...groupable.map(({ name, title }) => ({ value: name, label: title })),
        ]}
        onChange={({ currentTarget: { value } }) => {
          const next = groupable.find(({ name }) => name === value)
          onView({
            ...view,
            group: next ? { field: next.name, ...(isTime(next) && { unit: 'month' }) } : null,
          })
        }}
      />
      {field && isTime(field) ? (
        <Select
          aria-label="Length of a group"
          value={group?.unit ?? 'day'}
          options={[
            { value: 'day', label: 'By day' },
            { value: 'month', label: 'By month' },
          ]}
          onChange={({ currentTarget: { value } }) =>
            onView({ ...view, group: { field: field.name, unit: value === 'day' ? 'day' : 'month' } })
          }
        />
      ) : null}
    </div>
  )
}
