import type { Field } from '#kernel/browser/fields/field.ts'
import { OPERATORS } from './filters.ts'
import type { Filter } from './filters.ts'
import { ROW_HEIGHTS } from './grid-view.ts'
import type { GridView, RowHeight } from './grid-view.ts'
import { UNITS } from './grouping.ts'
import type { Grouping } from './grouping.ts'
import type { Sort } from './row-source.ts'

/**
 * A view as it is stored. Fields are named by `#` and their id, so that a view outlives their renaming. Views of before have names:
 * both are read.
 */
export type ViewDesign = Record<keyof GridView, unknown>

/** A view with `rename` applied to each name of a field. */
function renamed(view: GridView, rename: (name: string) => string): GridView {
  const named = <T extends { field: string }>(one: T): T => ({ ...one, field: rename(one.field) })
  return {
    order: view.order.map(rename),
    hidden: view.hidden.map(rename),
    widths: Object.fromEntries(Object.entries(view.widths).map(([name, width]) => [rename(name), width])),
    filters: view.filters.map(named),
    sorts: view.sorts.map(named),
    group: view.group && named(view.group),
    height: view.height,
  }
}

/** What to store of a view. What it names and the table has not stays, because a removed field can come back. */
export function designOf(view: GridView, fields: readonly Field[]): ViewDesign {
  const ids = new Map(fields.map(({ id, name }) => [name, `#${id}`]))
  return renamed(view, (name) => ids.get(name) ?? name)
}

/** The view of a design, which anything may have written; undefined if it is none. */
export function viewOf(design: unknown, fields: readonly Field[]): GridView | undefined {
  const names = new Map(fields.map(({ id, name }) => [`#${id}`, name]))
  const view = readDesign(design)
  return view && renamed(view, (reference) => names.get(reference) ?? reference)
}

function readDesign(stored: unknown): GridView | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined
  const { order, hidden, widths, filters, sorts, group, height } = stored as Partial<ViewDesign>
  if (!isNames(order) || !isNames(hidden) || !Array.isArray(filters) || !Array.isArray(sorts))
    return undefined
  if (!sorts.every(isSort) || !filters.every(isFilter)) return undefined
  const sizes = Object.entries(widths ?? {}).filter((entry): entry is [string, number] =>
    Number.isFinite(entry[1]),
  )
  return {
    order,
    hidden,
    filters,
    sorts,
    widths: Object.fromEntries(sizes),
    group: isGrouping(group) ? { field: group.field, ...(group.unit && { unit: group.unit }) } : null,
    height: Object.hasOwn(ROW_HEIGHTS, String(height)) ? (height as RowHeight) : 'short',
  }
}

const isNames = (list: unknown): list is string[] =>
  Array.isArray(list) && list.every((name) => typeof name === 'string')

const isSort = (sort: Partial<Sort> | null): sort is Sort =>
  typeof sort?.field === 'string' && typeof sort.isDescending === 'boolean'

const isFilter = (filter: Partial<Filter> | null): filter is Filter =>
  typeof filter?.field === 'string' &&
  typeof filter.value === 'string' &&
  Object.hasOwn(OPERATORS, filter.operator ?? '')

const isGrouping = (group: unknown): group is Grouping => {
  const { field, unit } = (group ?? {}) as Partial<Grouping>
  return typeof field === 'string' && (unit === undefined || UNITS.includes(unit))
}
