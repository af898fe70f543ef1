import type { GridRow, RowQuery, RowSource, Sort } from './row-source.ts'

const PAGE = 1000

/**
 * All rows of a query. They are read in the order of their ids, each page after the last row of the one before, so that rows that
 * others add, delete or move meanwhile neither repeat nor hide others; then they are put in the query's order.
 * @param onProgress called with the number of rows so far
 */
export async function readAllRows(
  source: Pick<RowSource, 'after'>,
  query: RowQuery,
  onProgress: (count: number) => void,
): Promise<GridRow[]> {
  const all: GridRow[] = []
  for (;;) {
    const rows = await source.after(query, all.at(-1)?.id, PAGE)
    all.push(...rows)
    onProgress(all.length)
    if (rows.length < PAGE) return inOrder(all, query.sorts)
  }
}

/** Rows in the order of the data API: empty values last in both directions, then by id. */
function inOrder(rows: readonly GridRow[], sorts: readonly Sort[]): GridRow[] {
  return rows.toSorted((a, b) => {
    for (const { field, isDescending } of sorts) {
      const [one, other] = [a[field] ?? null, b[field] ?? null]
      if (one === null || other === null) {
        if (one !== other) return one === null ? 1 : -1
        continue
      }
      const order = compare(one, other)
      if (order !== 0) return isDescending ? -order : order
    }
    return compare(a.id, b.id)
  })
}

/** Texts by their code units, as in the database that comes with the product; days and times are texts that sort by time. */
function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const [one, other] = [textOf(a), textOf(b)]
  return one < other ? -1 : one > other ? 1 : 0
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
