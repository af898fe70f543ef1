import type { DataTable } from '#features/tables/endpoints.ts'
import { saveCsv, saveFile } from '#kernel/browser/save-file.ts'
import { csvHead, csvRow } from '../import/write-csv.ts'
import type { GridRow, RowQuery, RowSource } from './row-source.ts'

const PAGE = 1000

/** All rows of a query. @param onProgress called with the number of rows so far */
async function readAll(
  source: RowSource,
  query: RowQuery,
  onProgress: (count: number) => void,
): Promise<GridRow[]> {
  const all: GridRow[] = []
  for (;;) {
    const { rows } = await source.page(query, all.length, PAGE, false)
    all.push(...rows)
    onProgress(all.length)
    if (rows.length < PAGE) return all
  }
}

/** Downloads the rows of a view: as CSV for spreadsheets, which the import reads again, or as JSON with the stored values. */
export async function exportRows(
  table: DataTable,
  source: RowSource,
  query: RowQuery,
  format: 'csv' | 'json',
  onProgress: (count: number) => void,
): Promise<void> {
  const rows = await readAll(source, query, onProgress)
  const name = `${table.name}-${new Date().toISOString().slice(0, 10)}`
  if (format === 'csv') {
    saveCsv(
      `${name}.csv`,
      [csvHead(table.fields), ...rows.map((row) => csvRow(table.fields, row)), ''].join('\r\n'),
    )
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
