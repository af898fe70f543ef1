import { ArrowDown, ArrowUp } from 'lucide-react'
import type { Field } from '#kernel/browser/fields/field.ts'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Select } from '#ui/forms/select.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Segments } from '#ui/base/segments.tsx'
import { orderedFields, toggleField } from './grid-view.ts'
import type { GridView, RowHeight } from './grid-view.ts'

export interface ColumnListProps {
  fields: readonly Field[]
  view: GridView
  onView: (view: GridView) => void
}

const HEIGHTS: { value: RowHeight; label: string }[] = [
  { value: 'short', label: 'Short' },
  { value: 'medium', label: 'Medium' },
  { value: 'tall', label: 'Tall' },
]

/** Which fields are columns, and in which order; and how tall the rows are. */
export function ColumnList({ fields, view, onView }: ColumnListProps) {
  const ordered = orderedFields(fields, view)
  function swap(at: number, by: 1 | -1) {
    const names = ordered.map(({ name }) => name)
    const [moved] = names.splice(at, 1)
    names.splice(at + by, 0, moved!)
    onView({ ...view, order: names })
  }
  return (
    <>
      <div className="border-b border-line p-2 max-sm:hidden">
        <p className="mb-1.5 text-small font-label">Row height</p>
        <Segments
          label="Row height"
          wide
          value={view.height}
          options={HEIGHTS}
          onChange={(height) => onView({ ...view, height })}
        />
      </div>
      <ul className="flex flex-col p-2">
        {ordered.map((field, at) => (
          <li key={field.id} className="flex items-center justify-between gap-3">
            <Checkbox
              checked={!view.hidden.includes(field.name)}
              onChange={() => onView(toggleField(view, field.name))}
            >
              {field.title}
            </Checkbox>
            <span className="flex">
              <IconButton
                label={`Move ${field.title} up`}
                icon={<ArrowUp size={16} strokeWidth={1.75} aria-hidden />}
                disabled={at === 0}
                onClick={() => swap(at, -1)}
              />
              <IconButton
                label={`Move ${field.title} down`}
                icon={<ArrowDown size={16} strokeWidth={1.75} aria-hidden />}
                disabled={at === ordered.length - 1}
                onClick={() => swap(at, 1)}
              />
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** By which field the rows are sorted. */
export function SortList({ fields, view, onView }: ColumnListProps) {
  const [sort] = view.sorts
  const own = [{ value: 'created_at', label: 'Time of adding' }]
  return (
    <div className="flex flex-wrap gap-2 p-2">
      <Select
        aria-label="Sort by"
        value={sort?.field ?? ''}
        options={[
          { value: '', label: 'Oldest first' },
          ...own,
          ...fields.map(({ name, title }) => ({ value: name, label: title })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          onView({
            ...view,
            sorts: value ? [{ field: value, isDescending: sort?.isDescending ?? false }] : [],
          })
        }
      />
      <Select
        aria-label="Direction"
        value={sort?.isDescending ? 'down' : 'up'}
        disabled={!sort}
        options={[
          { value: 'up', label: 'Ascending' },
          { value: 'down', label: 'Descending' },
        ]}
        onChange={({ currentTarget: { value } }) =>
          sort && onView({ ...view, sorts: [{ ...sort, isDescending: value === 'down' }] })
        }
      />
    </div>
  )
}
