import type { DataTable, OfTable } from '#features/tables/endpoints.ts'
import { saveCsv, saveFile } from '#kernel/browser/save-file.ts'
import { csvHead, csvRow } from '../import/write-csv.ts'
import { readAllRows } from './all-rows.ts'
import { withPaths } from './files-in-zip.ts'
import type { GridRow, RowQuery, RowSource } from './row-source.ts'

export type ExportFormat = 'csv' | 'json' | 'zip'

/**
 * Downloads the rows of a view: as CSV for spreadsheets, which the import reads again, as JSON with the stored values, or as a ZIP archive of
 * the CSV and the files.
 */
export async function exportRows(
  of: OfTable,
  table: DataTable,
  source: RowSource,
  query: RowQuery,
  format: ExportFormat,
  onProgress: (count: number) => void,
): Promise<void> {
  const rows = await readAllRows(source, query, onProgress)
  const name = `${table.name}-${new Date().toISOString().slice(0, 10)}`
  const csvOf = (list: readonly GridRow[]) =>
    [csvHead(table.fields), ...list.map((row) => csvRow(table.fields, row)), ''].join('\r\n')
  if (format === 'csv') {
    saveCsv(`${name}.csv`, csvOf(rows))
    return
  }
  if (format === 'zip') {
    const { zipOf } = await import('./export-files.ts')
    const named = withPaths(table.fields, rows)
    const csv = { name: `${name}.csv`, text: `\uFEFF${csvOf(named.rows)}` }
    saveFile(`${name}.zip`, await zipOf(of, csv, named.files, (count) => onProgress(rows.length + count)))
    return
  }
  const values = rows.map((row) =>
    Object.fromEntries(
      [...table.fields.map(({ name: field }) => field), 'id', 'created_at'].map((key) => [
        key,
        row[key] ?? null,
      ]),
    ),
  )
  saveFile(`${name}.json`, new Blob([JSON.stringify(values, undefined, 1)], { type: 'application/json' }))
}
