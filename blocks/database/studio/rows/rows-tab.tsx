import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { mayWith } from '#studio/tenant/tenants.ts'
import { RecordsGrid } from '../grid/records-grid.tsx'
import { ImportPanel } from '../import/import-panel.tsx'
import type { TablePageProps } from '../table-page.tsx'
import { rowsKey } from './use-row-count.ts'

/** The rows of a table, or the import of a file into it. */
export default function RowsTab({ tenant, table }: TablePageProps) {
  const [isImporting, setImporting] = useState(false)
  const queries = useQueryClient()
  useEffect(
    // Rows may have been added or removed: other pages count and read them again.
    () => () => void queries.invalidateQueries({ queryKey: rowsKey(tenant.id, table.id) }),
    [queries, tenant.id, table.id],
  )
  const shared = { tenantId: tenant.id, table }
  if (isImporting) return <ImportPanel key={table.id} {...shared} onClose={() => setImporting(false)} />
  return (
    <RecordsGrid
      key={table.id}
      {...shared}
      mayNamePeople={mayWith(tenant, 'people')}
      onImport={() => setImporting(true)}
    />
  )
}
