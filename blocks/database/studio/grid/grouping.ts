import type { Field, FieldKind } from '#kernel/browser/fields/field.ts'

export const UNITS = ['day', 'month'] as const

/** By what the rows are put into groups. */
export interface Grouping {
  /** Name of a field. */
  field: string
  /** Of a date or a time; absent for other kinds. */
  unit?: (typeof UNITS)[number]
}

/** A value of a group's field: the day or month of a date, `2026-11-27` or `2026-11`; null: the rows without one. */
export type GroupKey = string | number | boolean | null

/** Rows with one value, as the server counts them: in the order of the rows. */
export interface CountedRows {
  key: GroupKey
  count: number
  /** Of fields with numbers, by name. */
  sums: Readonly<Record<string, number>>
}

export interface Group extends CountedRows {
  /** Place of its first row among all rows of the query, which are ordered by the field. */
  first: number
}

const KINDS: readonly FieldKind[] = ['choice', 'yes_no', 'rating', 'person', 'relation', 'date', 'date_time']

/** Whether rows can be grouped by fields of the kind. */
export const isGroupable = ({ kind }: Pick<Field, 'kind'>): boolean => KINDS.includes(kind)

export const isTime = ({ kind }: Pick<Field, 'kind'>): boolean => kind === 'date' || kind === 'date_time'

/** Whether the values of the kind have a sum that means something. */
export const isSummable = ({ kind }: Pick<Field, 'kind'>): boolean => kind === 'number' || kind === 'money'

/** The groups in the order in which they are shown: choices as the field lists them, Yes before No, rows without a value last. */
export function groupsOf(field: Field, { unit }: Grouping, counted: readonly CountedRows[]): Group[] {
  const groups: Group[] = []
  let first = 0
  for (const rows of counted) {
    const key = keyOf(rows.key, unit)
    const last = groups.at(-1)
    // Days of one month follow each other.
    if (last && last.key === key) {
      last.count += rows.count
      last.sums = sumOf(last.sums, rows.sums)
    } else groups.push({ ...rows, key, first })
    first += rows.count
  }
  const place = placeOf(field)
  return groups.toSorted((a, b) => place(a.key) - place(b.key) || a.first - b.first)
}

const keyOf = (key: GroupKey, unit: Grouping['unit']): GroupKey =>
  unit && typeof key === 'string' ? key.slice(0, unit === 'month' ? 7 : 10) : key

const sumOf = (a: CountedRows['sums'], b: CountedRows['sums']) =>
  Object.fromEntries(Object.keys({ ...a, ...b }).map((name) => [name, (a[name] ?? 0) + (b[name] ?? 0)]))

function placeOf({ kind, choices = [] }: Field): (key: GroupKey) => number {
  const places = new Map<GroupKey, number>(choices.map(({ value }, at) => [value, at]))
  if (kind === 'yes_no') places.set(true, 0)
  return (key) => (key === null ? Infinity : (places.get(key) ?? Number.MAX_SAFE_INTEGER))
}
