import { ChevronRight } from 'lucide-react'
import { Fragment } from 'react'
import type { DataTable } from '#features/tables/endpoints.ts'
import type { Field } from '#kernel/browser/fields/field.ts'
import { Badge } from '#ui/base/badge.tsx'
import { isReference, valueInWords } from './cell-value.tsx'
import { GroupName } from './group-head-row.tsx'
import { visibleColumns } from './grid-view.ts'
import type { GridView } from './grid-view.ts'
import { ReferenceName } from './reference-name.tsx'
import type { GridRow } from './row-source.ts'
import type { ShownRows } from './shown-rows.ts'
import { countOf } from './undo-stack.ts'
import { useScrollWindow } from './use-scroll-window.ts'

const HEIGHT = 64
const DETAILS = 3

export interface PhoneRowsProps {
  table: DataTable
  store: ShownRows
  view: GridView
  onOpen: (index: number) => void
}

/** The rows on a narrow screen: two lines each, the first field above the next ones. A row opens its panel. */
export function PhoneRows({ table, store, view, onOpen }: PhoneRowsProps) {
  const total = store.total ?? 8
  const { window, setBox } = useScrollWindow(store, total, HEIGHT, 0)
  const [first, ...others] = visibleColumns(table.fields, view).map(({ field }) => field)
  const grouped = table.fields.find(({ name }) => name === view.group?.field)
  return (
    <div ref={setBox} className="bb-grid-phone" tabIndex={-1}>
      <ul aria-label={table.title} className="bb-grid-body" style={{ height: total * HEIGHT }}>
        {Array.from({ length: window.end - window.first }, (_, at) => window.first + at).map((index) => {
          const row = store.row(index)
          const head = store.head(index)
          const details = others.filter((field) => row && valueInWords(field, row[field.name]) !== '')
          return (
            <li
              key={index}
              className="bb-grid-phone-row"
              style={{ transform: `translateY(${index * HEIGHT}px)` }}
              aria-setsize={total}
              aria-posinset={index + 1}
            >
              {head && grouped ? (
                <button
                  type="button"
                  aria-expanded={head.isOpen}
                  className="bb-grid-phone-group"
                  onClick={() => store.toggle(head.group)}
                >
                  <ChevronRight
                    size={16}
                    strokeWidth={1.75}
                    className="bb-grid-group-arrow flex-none"
                    aria-hidden
                  />
                  <span className="min-w-0 truncate font-medium">
                    <GroupName field={grouped} unit={view.group?.unit} value={head.group.key} />
                  </span>
                  <span className="ml-auto text-small text-text-2 tabular-nums">
                    {countOf(head.group.count, 'row')}
                  </span>
                </button>
              ) : row ? (
                <button type="button" data-row-id={row.id} onClick={() => onOpen(index)}>
                  <span className="min-w-0 flex-1">
                    <span className="block truncate font-medium">
                      {first && valueInWords(first, row[first.name]) ? (
                        <Words field={first} row={row} />
                      ) : (
                        `Row ${store.number(index)}`
                      )}
                    </span>
                    <span className="block truncate text-small text-text-2">
                      {details.length === 0 ? '–' : null}
                      {details.slice(0, DETAILS).map((field, at) => (
                        <Fragment key={field.id}>
                          {at > 0 ? ' · ' : null}
                          <Words field={field} row={row} />
                        </Fragment>
                      ))}
                    </span>
                  </span>
                  {table.approval && !row.approved ? <Badge tone="warn">Waiting</Badge> : null}
                  <ChevronRight size={16} strokeWidth={1.75} className="flex-none text-text-3" aria-hidden />
                </button>
              ) : (
                <span className="bb-grid-bone" />
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function Words({ field, row }: { field: Field; row: GridRow }) {
  const value = row[field.name]
  return isReference(field) ? (
    <ReferenceName field={field} id={value as string} />
  ) : (
    <>{valueInWords(field, value)}</>
  )
}
