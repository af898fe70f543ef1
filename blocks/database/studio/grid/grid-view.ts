import type { Field } from '#kernel/browser/fields/field.ts'
import type { Filter } from './filters.ts'
import type { Grouping } from './grouping.ts'
import type { Sort } from './row-source.ts'

/** Pixels of a row. A text has one, two or four lines. */
export const ROW_HEIGHTS = { short: 36, medium: 56, tall: 96 } as const
export type RowHeight = keyof typeof ROW_HEIGHTS

/** How a table is shown: which columns, how wide, which rows, in which order and groups. */
export interface GridView {
  /** Names of fields in their order; fields that it lacks come last. */
  order: readonly string[]
  hidden: readonly string[]
  /** Pixels by field name. */
  widths: Readonly<Record<string, number>>
  filters: readonly Filter[]
  sorts: readonly Sort[]
  group: Grouping | null
  height: RowHeight
}

export const EMPTY_VIEW: GridView = {
  order: [],
  hidden: [],
  widths: {},
  filters: [],
  sorts: [],
  group: null,
  height: 'short',
}

export const LEAST_WIDTH = 64
export const MOST_WIDTH = 720
const WIDTHS: Partial<Record<Field['kind'], number>> = {
  long_text: 280,
  choices: 240,
  number: 120,
  money: 120,
  yes_no: 88,
  rating: 120,
  date: 128,
  date_time: 176,
  email: 220,
  link: 220,
  position: 104,
}

export interface GridColumn {
  field: Field
  width: number
}

/** The visible columns in their order. */
export function visibleColumns(fields: readonly Field[], view: GridView): GridColumn[] {
  return orderedFields(fields, view)
    .filter(({ name }) => !view.hidden.includes(name))
    .map((field) => ({ field, width: view.widths[field.name] ?? WIDTHS[field.kind] ?? 180 }))
}

/** All fields in the order of the view. */
export function orderedFields(fields: readonly Field[], { order }: GridView): Field[] {
  const place = (name: string) => {
    const at = order.indexOf(name)
    return at < 0 ? order.length : at
  }
  return fields.toSorted((a, b) => place(a.name) - place(b.name))
}

/** Moves a field by a number of visible places. */
export function moveField(fields: readonly Field[], view: GridView, name: string, by: number): GridView {
  const visible = visibleColumns(fields, view).map(({ field }) => field.name)
  const from = visible.indexOf(name)
  const neighbor = visible[from + by]
  if (from < 0 || neighbor === undefined) return view
  const rest = orderedFields(fields, view)
    .map((field) => field.name)
    .filter((each) => each !== name)
  const to = rest.indexOf(neighbor) + (by > 0 ? 1 : 0)
  return { ...view, order: rest.toSpliced(to, 0, name) }
}

export const resizeField = (view: GridView, name: string, width: number): GridView => ({
  ...view,
  widths: { ...view.widths, [name]: Math.round(Math.max(LEAST_WIDTH, Math.min(MOST_WIDTH, width))) },
})

export const toggleField = (view: GridView, name: string): GridView => ({
  ...view,
  hidden: view.hidden.includes(name) ? view.hidden.filter((each) => each !== name) : [...view.hidden, name],
})
