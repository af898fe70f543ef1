import { useQuery } from '@tanstack/react-query'
import type { DataTable } from '#features/tables/endpoints.ts'
import { DataError } from '#studio/data/data.ts'
import { countRows } from './table-rows.ts'

/** The prefix of all queries of a table's rows. */
export const rowsKey = (tenantId: string, tableId: string) => ['table-rows', tenantId, tableId]

/** The number of rows of a table. */
export const useRowCount = (tenantId: string, table: DataTable) =>
  useQuery({
    queryKey: [...rowsKey(tenantId, table.id), 'count'],
    async queryFn() {
      const { count, error } = await countRows(tenantId, table)
      if (error) throw new DataError(error)
      return count ?? 0
    },
  })

/** `1 row`, `1,204 rows`. */
export const rowsText = (count: number): string =>
  count === 1 ? '1 row' : `${count.toLocaleString('en-US')} rows`
