import type { DataTable } from '#features/tables/endpoints.ts'
import type { Field } from '#kernel/browser/fields/field.ts'
import { db, rowsOf } from '#studio/data/data.ts'
import { filterTerms } from './filters.ts'
import { isSummable } from './grouping.ts'
import type { CountedRows, GroupKey, Grouping } from './grouping.ts'
import type { RowQuery } from './row-source.ts'

/** Rows of one response of the data API. */
const PAGE = 1000
/** More groups than a screen is for. Days of a month are counted one by one. */
const MOST_GROUPS = 10_000

/**
 * Counts the rows of a query by a field, with the sums of its numbers, by aggregates of the data API: no row is loaded.
 * @throws {Error} if there are more values than can be shown
 */
export async function countGroups(
  tenantId: string,
  table: DataTable,
  { filters }: RowQuery,
  field: Field,
  { unit }: Grouping,
): Promise<CountedRows[]> {
  const summed = table.fields.filter(isSummable)
  const columns = [
    // A time is counted by its day in the user's time zone.
    `key:${field.name}${field.kind === 'date_time' ? '::date' : ''}`,
    'count()',
    ...summed.map(({ name }, at) => `sum${at}:${name}.sum()`),
  ]
  async function page(from: number): Promise<CountedRows[]> {
    let request = db.from(table.name).select(columns.join(', '))
    for (const [column, operator, value] of filterTerms(table.fields, filters))
      request = request.filter(column, operator, value)
    // The data API orders by columns, and a day is none.
    if (field.kind !== 'date_time') request = request.order(field.name, { nullsFirst: false })
    const response = await request
      .range(from, from + PAGE - 1)
      .setHeader('x-tenant', tenantId)
      .setHeader('prefer', `timezone=${Intl.DateTimeFormat().resolvedOptions().timeZone}`)
    const found = rowsOf(response) as unknown as Record<string, unknown>[]
    return found.map((row) => ({
      key: (row['key'] ?? null) as GroupKey,
      count: Number(row['count']),
      sums: Object.fromEntries(summed.map(({ name }, at) => [name, Number(row[`sum${at}`] ?? 0)])),
    }))
  }

  const counted = await page(0)
  if (counted.length < PAGE) return field.kind === 'date_time' ? inOrder(counted) : counted
  if (field.kind === 'date_time') throw tooMany(field)
  for (let last = counted.length; last === PAGE;) {
    const next = await page(counted.length)
    counted.push(...next)
    last = next.length
    // Days are shown as months.
    if (counted.length > (unit === 'month' ? MOST_GROUPS : PAGE)) throw tooMany(field)
  }
  return counted
}

/** Days are in the order of their times. */
const inOrder = (days: CountedRows[]) =>
  days.sort(({ key: a }, { key: b }) => (a === null ? 1 : b === null ? -1 : a < b ? -1 : 1))

const tooMany = ({ title }: Field) =>
  new Error(
    `${title} has too many different values for groups. Filter the rows, or group them by another field.`,
  )
