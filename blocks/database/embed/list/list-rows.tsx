import type { ReactNode } from 'react'
import type { EmbedApi } from '#kernel/browser/embed-page.ts'
import type { ListedRow } from '#blocks/database/endpoints.ts'
import type { ListView } from '../data-types.ts'
import { texts } from '../texts/spoken.ts'
import { OwnRow } from './own-row.tsx'
import { Shown } from './shown-value.tsx'

/** How entries lead to their own view. */
export interface OpenEntry {
  addressOf: (id: string) => string
  show: (row: ListedRow) => void
}

export interface ListRowsProps {
  list: ListView
  rows: ListedRow[]
  sort: string | undefined
  embed: EmbedApi | undefined
  /** The address of an entry's own view, and how to open it in place; absent: entries have none. */
  open?: OpenEntry | undefined
  onSort: (sort: string | undefined) => void
  /** Undefined: the row was deleted. */
  onChanged: (id: string, row: ListedRow | undefined) => void
}

/** The rows in the layout of the list. */
export function ListRows(props: ListRowsProps) {
  const { list, rows, embed, open, onChanged } = props
  if (list.layout === 'table') return <RowTable {...props} />
  return (
    <ul className="list-rows" data-layout={list.layout}>
      {rows.map((row) => (
        <li key={row.id}>
          <Entry list={list} row={row} open={open} />
          <OwnRow list={list} row={row} embed={embed} onChanged={onChanged} />
        </li>
      ))}
    </ul>
  )
}

/** A row as a heading and its other fields. */
export function Entry({
  list: { fields },
  row,
  open,
  level = 2,
}: {
  list: ListView
  row: ListedRow
  open?: OpenEntry | undefined
  /** Of the heading. */
  level?: 2 | 4
}) {
  const Heading = `h${level}` as const
  const [first, ...others] = fields
  const filled = others.filter(({ id }) => row.values[id] !== undefined)
  return (
    <>
      {first ? (
        <Heading>
          <ToEntry row={row} open={open}>
            <Shown field={first} value={row.values[first.id]} />
          </ToEntry>
        </Heading>
      ) : null}
      <dl className="list-fields">
        {filled.map((field) => (
          <div key={field.id}>
            <dt>{field.title}</dt>
            <dd>
              <Shown field={field} value={row.values[field.id]} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** A heading that leads to the entry's own view. Modified clicks are left to the browser. */
export function ToEntry({
  row,
  open,
  children,
}: {
  row: ListedRow
  open: OpenEntry | undefined
  children: ReactNode
}) {
  if (!open) return children
  return (
    <a
      className="list-open"
      href={open.addressOf(row.id)}
      data-row={row.id}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        open.show(row)
      }}
    >
      {children}
    </a>
  )
}

function RowTable({ list, rows, sort, embed, open, onSort, onChanged }: ListRowsProps) {
  const hasOwn = rows.some(({ may, waits }) => may ?? waits)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
    <section className="list-table" tabIndex={0} aria-label={list.title}>
      <table>
        <thead>
          <tr>
            {list.fields.map(({ id, title }) => (
              <th
                key={id}
                scope="col"
                aria-sort={sort === id ? 'ascending' : sort === `-${id}` ? 'descending' : undefined}
              >
                {list.sorts.includes(id) ? (
                  <button
                    type="button"
                    onClick={() => onSort(sort === id ? `-${id}` : sort === `-${id}` ? undefined : id)}
                  >
                    {title}
                    {sort === id ? ' ↑' : sort === `-${id}` ? ' ↓' : ''}
                  </button>
                ) : (
                  title
                )}
              </th>
            ))}
            {hasOwn ? <th scope="col">{texts.list.own}</th> : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {list.fields.map((field, at) => (
                <td key={field.id}>
                  <ToEntry row={row} open={at === 0 ? open : undefined}>
                    <Shown field={field} value={row.values[field.id]} />
                  </ToEntry>
                </td>
              ))}
              {hasOwn ? (
                <td>
                  <OwnRow list={list} row={row} embed={embed} onChanged={onChanged} />
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
