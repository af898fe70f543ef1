/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/interactive-supports-focus, jsx-a11y/click-events-have-key-events -- see grid-table.tsx */
import { ChevronRight } from 'lucide-react'
import type { Field } from '#kernel/browser/fields/field.ts'
import { CellValue, isNumeric, valueInWords } from './cell-value.tsx'
import type { GridColumn } from './grid-view.ts'
import type { GroupKey, Grouping } from './grouping.ts'
import type { GroupHead } from './shown-rows.ts'
import { countOf } from './undo-stack.ts'

export interface GroupHeadRowProps extends GroupHead {
  field: Field
  unit: Grouping['unit']
  /** Its line. */
  index: number
  top: number
  columns: readonly GridColumn[]
  template: string
  gridId: string
  isActive: boolean
  onToggle: () => void
}

/** Id of the cell of a group's head, for `aria-activedescendant`. */
export const headId = (gridId: string, line: number) => `${gridId}-${line}-head`

/** The head of a group: its value, how many rows it has, and the sums of its numbers in their columns. */
export function GroupHeadRow(props: GroupHeadRowProps) {
  const { group, isOpen, field, unit, index, top, columns, template, gridId, isActive, onToggle } = props
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className="bb-grid-row bb-grid-group"
      style={{ transform: `translateY(${top}px)`, gridTemplateColumns: template }}
      onClick={onToggle}
    >
      <div
        role="gridcell"
        id={headId(gridId, index)}
        aria-colindex={1}
        aria-colspan={2}
        aria-expanded={isOpen}
        aria-selected={isActive}
        className="bb-grid-group-title"
        data-active={isActive ? '' : undefined}
      >
        <ChevronRight size={14} strokeWidth={1.75} aria-hidden className="bb-grid-group-arrow" />
        <span className="bb-grid-group-name">
          <GroupName field={field} unit={unit} value={group.key} />
        </span>
        <span className="bb-grid-group-count">
          <span aria-hidden>{group.count.toLocaleString('en-US')}</span>
          <span className="sr-only">{countOf(group.count, 'row')}</span>
        </span>
      </div>
      {columns.slice(1).map(({ field: column }, at) => {
        const sum = group.sums[column.name]
        return (
          <div
            key={column.id}
            role="gridcell"
            aria-colindex={at + 3}
            className="bb-grid-group-sum"
            data-number={isNumeric(column) ? '' : undefined}
          >
            {sum === undefined ? null : (
              <>
                <span className="sr-only">Sum </span>
                {valueInWords(column, sum)}
              </>
            )}
          </div>
        )
      })}
    </div>
  )
}

const MONTH = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' })
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeZone: 'UTC' })

/** The value that the rows of a group have in common. */
export function GroupName({ field, unit, value }: { field: Field; unit: Grouping['unit']; value: GroupKey }) {
  if (value === null) return <span className="text-text-3">{`No ${field.title}`}</span>
  if (unit && typeof value === 'string')
    return <>{(unit === 'month' ? MONTH : DAY).format(new Date(unit === 'month' ? `${value}-01` : value))}</>
  if (field.kind === 'yes_no') return <>{`${field.title}: ${value ? 'Yes' : 'No'}`}</>
  return <CellValue field={field} value={value} />
}
