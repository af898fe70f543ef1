import { type RawBuilder, sql } from 'kysely'
import { type SortKey, isTime, readSortedCursor, sortedCursor } from '../page-cursor.ts'

/** A column that a list can be sorted by: never null, and a text of at most 100 characters. */
export interface SortColumn {
  value: RawBuilder<unknown>
  type: keyof typeof VALID
}

/** Which texts of a cursor the database may see as a value. */
const VALID = {
  timestamptz: (text: string) => text === '-infinity' || isTime(text),
  integer: (text: string) => /^-?\d{1,9}$/.test(text),
  text: (text: string) => text.length <= 400 && !text.includes('\0'),
}

const CAST = { timestamptz: sql`::timestamptz`, integer: sql`::integer`, text: sql`` }

export interface SortedPage {
  /** The rows after the cursor; true on the first page. */
  after: RawBuilder<boolean>
  orderBy: RawBuilder<unknown>
  /** Select it as `sort_value`, for `split`. */
  value: RawBuilder<string>
  /** Splits `limit` rows from the one row more that was read, and takes their `sort_value` away. */
  split: <Row extends SortedRow>(
    rows: Row[],
    limit: number,
  ) => { rows: Omit<Row, 'sort_value'>[]; next: string | null }
}

interface SortedRow {
  id: string
  sort_value: string
}

/**
 * Splits a sorted list into pages. Rows that arrive in between neither repeat nor hide another row. Equal values are
 * sorted by id.
 * @param sort a key of `columns`, with `-` before it for descending
 * @param id the column with the row's uuid
 * @throws {AppError} 400 bad_cursor, also for a cursor of another sort
 */
export function sortedPage<Name extends string>(
  columns: Record<Name, SortColumn>,
  sort: SortKey<Name>,
  id: RawBuilder<unknown>,
  cursor: string | undefined,
): SortedPage {
  const descending = sort.startsWith('-')
  const { value, type } = columns[(descending ? sort.slice(1) : sort) as Name]
  const direction = descending ? sql`desc` : sql`asc`
  const end = cursor === undefined ? undefined : readSortedCursor(cursor, sort, VALID[type])
  return {
    after: end
      ? sql<boolean>`(${value}, ${id}) ${descending ? sql`<` : sql`>`} (${end.value}${CAST[type]}, ${end.id}::uuid)`
      : sql<boolean>`true`,
    orderBy: sql`${value} ${direction}, ${id} ${direction}`,
    // JSON keeps the microseconds of a time.
    value: sql<string>`to_json(${value}) #>> '{}'`,
    split(rows, limit) {
      const last = rows.length > limit ? rows[limit - 1]! : undefined
      const next = last ? sortedCursor({ sort, value: last.sort_value, id: last.id }) : null
      const page = rows.slice(0, limit)
      for (const row of page) Reflect.deleteProperty(row, 'sort_value')
      return { rows: page, next }
    },
  }
}
