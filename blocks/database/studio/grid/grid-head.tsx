/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/interactive-supports-focus -- see grid-table.tsx */
import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  ChevronDown,
  EyeOff,
  Filter as FilterIcon,
} from 'lucide-react'
import { memo } from 'react'
import type { DragEvent, PointerEvent } from 'react'
import { Menu, MenuItem, MenuLine } from '#ui/overlays/menu.tsx'
import { KindIcon } from '../fields/kind-icon.tsx'
import { isNumeric } from './cell-value.tsx'
import { operatorsOf } from './filters.ts'
import { moveField, resizeField, toggleField, visibleColumns } from './grid-view.ts'
import type { GridColumn, GridView } from './grid-view.ts'
import type { Field } from '#kernel/browser/fields/field.ts'

export interface GridHeadProps {
  fields: readonly Field[]
  columns: readonly GridColumn[]
  template: string
  view: GridView
  onView: (view: GridView) => void
  /** Opens the list of filters, after one was added. */
  onFilter: () => void
}

/** The titles: sort, filter, move and hide by their menus, move by dragging, resize at their end. */
export const GridHead = memo(function GridHead({
  fields,
  columns,
  template,
  view,
  onView,
  onFilter,
}: GridHeadProps) {
  function drop(event: DragEvent, target: string) {
    event.preventDefault()
    const name = event.dataTransfer.getData('text/plain')
    const names = visibleColumns(fields, view).map(({ field }) => field.name)
    const by = names.indexOf(target) - names.indexOf(name)
    if (names.includes(name) && by !== 0) onView(moveField(fields, view, name, by))
  }

  return (
    <div role="row" aria-rowindex={1} className="bb-grid-head" style={{ gridTemplateColumns: template }}>
      <div role="columnheader" aria-colindex={1} className="bb-grid-lead">
        <span className="sr-only">Row</span>
      </div>
      {columns.map(({ field, width }, at) => {
        const sort = view.sorts.find((each) => each.field === field.name)
        return (
          <div
            key={field.id}
            role="columnheader"
            aria-colindex={at + 2}
            aria-sort={sort ? (sort.isDescending ? 'descending' : 'ascending') : 'none'}
            className="bb-grid-title"
            data-number={isNumeric(field) ? '' : undefined}
            draggable
            onDragStart={(event) => event.dataTransfer.setData('text/plain', field.name)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => drop(event, field.name)}
          >
            <Menu
              align="start"
              trigger={
                // Every act of the menu is also in the toolbar, so that Tab does not stop at each column.
                <button type="button" tabIndex={-1} className="bb-grid-menu">
                  <KindIcon kind={field.kind} size={13} />
                  <span className="truncate">{field.title}</span>
                  {sort ? (
                    sort.isDescending ? (
                      <ArrowDown size={13} aria-hidden />
                    ) : (
                      <ArrowUp size={13} aria-hidden />
                    )
                  ) : null}
                  <ChevronDown size={13} className="bb-grid-chevron" aria-hidden />
                </button>
              }
            >
              <MenuItem
                icon={<ArrowUp size={16} strokeWidth={1.75} />}
                onSelect={() => onView({ ...view, sorts: [{ field: field.name, isDescending: false }] })}
              >
                Sort ascending
              </MenuItem>
              <MenuItem
                icon={<ArrowDown size={16} strokeWidth={1.75} />}
                onSelect={() => onView({ ...view, sorts: [{ field: field.name, isDescending: true }] })}
              >
                Sort descending
              </MenuItem>
              <MenuItem
                icon={<FilterIcon size={16} strokeWidth={1.75} />}
                onSelect={() => {
                  const operator = operatorsOf(field.kind)[0]!
                  onView({ ...view, filters: [...view.filters, { field: field.name, operator, value: '' }] })
                  onFilter()
                }}
              >
                Filter
              </MenuItem>
              <MenuLine />
              <MenuItem
                icon={<ArrowLeft size={16} strokeWidth={1.75} />}
                disabled={at === 0}
                onSelect={() => onView(moveField(fields, view, field.name, -1))}
              >
                Move left
              </MenuItem>
              <MenuItem
                icon={<ArrowRight size={16} strokeWidth={1.75} />}
                disabled={at === columns.length - 1}
                onSelect={() => onView(moveField(fields, view, field.name, 1))}
              >
                Move right
              </MenuItem>
              <MenuItem
                icon={<EyeOff size={16} strokeWidth={1.75} />}
                onSelect={() => onView(toggleField(view, field.name))}
              >
                Hide
              </MenuItem>
            </Menu>
            <Resizer width={width} onWidth={(next) => onView(resizeField(view, field.name, next))} />
          </div>
        )
      })}
    </div>
  )
})

function Resizer({ width, onWidth }: { width: number; onWidth: (width: number) => void }) {
  function start(event: PointerEvent<HTMLSpanElement>) {
    event.preventDefault()
    const handle = event.currentTarget
    const from = event.clientX
    handle.setPointerCapture(event.pointerId)
    const follow = (move: globalThis.PointerEvent) => onWidth(width + move.clientX - from)
    handle.addEventListener('pointermove', follow)
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', follow), {
      once: true,
    })
  }
  return <span className="bb-grid-resize" aria-hidden onPointerDown={start} draggable={false} />
}
