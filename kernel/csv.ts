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

/** Text that a spreadsheet would run as a formula, even after a leading apostrophe is removed. */
const RUNS = /^'*[\s\ufeff]*[=+\-@\t\r\n|%＝＋－＠]/

/**
 * Encodes one cell. A leading apostrophe neutralizes text that a spreadsheet would run as a formula; commas, quotes and
 * line breaks are quoted. Formula characters in the middle count too, because some programs split at other separators.
 * Text that already starts with an apostrophe gets another one, so that removing one always restores the original.
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
export function csvCell(value: string | number | null): string {
  const text = String(value ?? '')
  const safe = RUNS.test(text) ? `'${text}` : text
  return /[",;\t\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Minor units as a plain decimal number, without floating point: `12.50`. */
export function major(minorUnits: number, currency: string): string {
  const digits = currencyExponent(currency)
  const text = String(minorUnits).padStart(digits + 1, '0')
  return digits ? `${text.slice(0, -digits)}.${text.slice(-digits)}` : text
}
