import { csvCell } from './browser/csv-cell.ts'
import { currencyExponent } from './browser/money.ts'

/** Maps column titles to a row's value. */
export type Columns<Row> = Record<string, (row: Row) => string | number | null>

/**
 * A CSV download (RFC 4180, UTF-8 with the byte order mark that spreadsheets need). No cell can run as a formula.
 * @param name of the file, ASCII, for example `orders.csv`
 */
export function csvFile<Row>(name: string, columns: Columns<Row>, rows: readonly Row[]): Response {
  const reads = Object.values(columns)
  const lines = [Object.keys(columns), ...rows.map((row) => reads.map((read) => read(row)))]
  const text = lines.map((cells) => cells.map((cell) => csvCell(cell)).join(',')).join('\r\n')
  return new Response(`\ufeff${text}\r\n`, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    },
  })
}

/** Minor units as a plain decimal number, without floating point: `12.50`. */
export function major(minorUnits: number, currency: string): string {
  const digits = currencyExponent(currency)
  const text = String(minorUnits).padStart(digits + 1, '0')
  return digits ? `${text.slice(0, -digits)}.${text.slice(-digits)}` : text
}
