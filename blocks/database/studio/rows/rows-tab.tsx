import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { RecordsGrid } from '../grid/records-grid.tsx'
import type { TablePageProps } from '../table-page.tsx'
import { rowsKey } from './use-row-count.ts'

/** The rows of a table. */
export default function RowsTab({ tenant, table }: TablePageProps) {
  const queries = useQueryClient()
  useEffect(
    // Rows may have been added or removed: other tabs count and read them again.
    () => () => void queries.invalidateQueries({ queryKey: rowsKey(tenant.id, table.id) }),
    [queries, tenant.id, table.id],
  )
  return <RecordsGrid tenantId={tenant.id} table={table} />
}
