import { useState } from 'react'
import { RecordsGrid } from '../grid/records-grid.tsx'
import { ImportPanel } from '../import/import-panel.tsx'
import type { TablePageProps } from '../table-page.tsx'

/** The rows of a table, or the import of a file into it. */
export default function RowsTab({ tenant, table }: TablePageProps) {
  const [isImporting, setImporting] = useState(false)
  const shared = { tenantId: tenant.id, table }
  if (isImporting) return <ImportPanel key={table.id} {...shared} onClose={() => setImporting(false)} />
  return <RecordsGrid key={table.id} {...shared} onImport={() => setImporting(true)} />
}
