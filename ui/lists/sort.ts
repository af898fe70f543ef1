const nameOf = (sort: string) => sort.replace(/^-/, '')

/** How a column is sorted, for `aria-sort`. Sorts are names; with `-` before a name, the largest comes first. */
export function directionOf(by: string, sort: string | undefined): 'ascending' | 'descending' | 'none' {
  if (sort === undefined || nameOf(sort) !== nameOf(by)) return 'none'
  return sort.startsWith('-') ? 'descending' : 'ascending'
}

/** The sort after a click on a head: first the column's own direction, then the opposite one. */
export function nextSort(by: string, sort: string | undefined): string {
  if (sort !== by) return by
  return by.startsWith('-') ? nameOf(by) : `-${by}`
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/**
 * Sorts rows that are all here. Equal rows keep their order.
 * @param values what a row is compared by, for each name; texts as people sort them, `undefined` last
 */
export function sortRows<Row>(
  rows: readonly Row[],
  sort: string | undefined,
  values: Record<string, (row: Row) => string | number | undefined>,
): readonly Row[] {
  const value = sort === undefined ? undefined : values[nameOf(sort)]
  if (!value) return rows
  const sign = sort!.startsWith('-') ? -1 : 1
  return rows.toSorted((left, right) => {
    const [a, b] = [value(left), value(right)]
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
    return sign * (typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(`${a}`, `${b}`))
  })
}
