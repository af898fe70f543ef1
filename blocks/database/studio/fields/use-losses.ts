import { useQuery } from '@tanstack/react-query'
import type { DataTable } from '#features/tables/endpoints.ts'
import { convertValue } from '#kernel/browser/fields/convert-value.ts'
import type { Field } from '#kernel/browser/fields/field.ts'
import type { Value } from '#kernel/browser/fields/read-value.ts'
import { valueText } from '#kernel/browser/fields/value-text.ts'
import { rowsOf } from '#studio/data/data.ts'
import { type TableRow, selectRows } from '../rows/table-rows.ts'
import { rowsKey } from '../rows/use-row-count.ts'
import { MOST_CONVERTED } from '#features/tables/endpoints.ts'

/** What a change of a field's kind makes of the values that are there. */
export interface Conversion {
  kept: number
  lost: number
  /** Some values that are lost, as text. */
  examples: string[]
  /** The table has more rows than can be converted. */
  isTooLarge: boolean
}

const PAGE = 1000
const MOST_EXAMPLES = 3

async function valuesOf(tenantId: string, table: DataTable, { name }: Field): Promise<Value[]> {
  const values: Value[] = []
  for (let from = 0; from <= MOST_CONVERTED; from += PAGE) {
    const query = selectRows(tenantId, table, `id,${name}`).not(name, 'is', null)
    const rows = rowsOf<TableRow[]>(
      await query
        .order('id')
        .range(from, from + PAGE - 1)
        .overrideTypes<TableRow[], { merge: false }>(),
    )
    values.push(...rows.map((row) => row[name] as Value))
    if (rows.length < PAGE) break
  }
  return values
}

/** Counts what is kept and lost. @param values none of them null */
export function conversionOf(from: Field, to: Field, values: readonly Value[]): Conversion {
  const lost = values.filter((value) => convertValue(from, to, value) === undefined)
  return {
    kept: values.length - lost.length,
    lost: lost.length,
    examples: [...new Set(lost.map((value) => valueText(value)))].slice(0, MOST_EXAMPLES),
    isTooLarge: values.length > MOST_CONVERTED,
  }
}

/** Reads the stored values of a field and converts them as the server will. */
export function useConversion(tenantId: string, table: DataTable, from: Field, to: Field) {
  const { data, isError } = useQuery({
    queryKey: [...rowsKey(tenantId, table.id), 'values', from.id, table.revision],
    queryFn: () => valuesOf(tenantId, table, from),
    gcTime: 0,
  })
  return { conversion: data && conversionOf(from, to, data), isError }
}

/** Reads a conversion as text. */
export function conversionText({ kept, lost, examples, isTooLarge }: Conversion): string {
  if (isTooLarge)
    return `The kind can change while at most ${MOST_CONVERTED.toLocaleString('en-US')} rows have a value. Add another field instead.`
  if (kept + lost === 0) return 'No row has a value yet, so nothing is lost.'
  if (lost === 0)
    return kept === 1 ? 'The 1 value is kept.' : `All ${kept.toLocaleString('en-US')} values are kept.`
  const list = examples.map((text) => `“${text.length > 40 ? `${text.slice(0, 39)}…` : text}”`).join(', ')
  const which =
    kept > 0
      ? `${lost.toLocaleString('en-US')} of ${(kept + lost).toLocaleString('en-US')} values`
      : lost === 1
        ? 'The only value'
        : `All ${lost.toLocaleString('en-US')} values`
  return `${which} would be lost${lost > examples.length ? ', such as' : ':'} ${list}.`
}
