import { currencyExponent } from './browser/money.ts'

/** A column by its title: what a row has there. */
export type Columns<Row> = Record<string, (row: Row) => string | number | null>

/**
 * A CSV file to save (RFC 4180, UTF-8 with the mark that spreadsheets read it by). Nothing in it runs as a formula.
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

/** What a spreadsheet would run, or would once an apostrophe before it is gone. */
const RUNS = /^'*[\s\ufeff]*[=+\-@\t\r\n|%＝＋－＠]/

/**
 * One cell. What a spreadsheet would run as a formula is defused by a leading apostrophe, and quoted like everything
 * that holds a comma, a quote or a line break. Also in the middle: some programs split at other signs. Text that has
 * the apostrophe already gets another one, so that taking one away always gives back what was there.
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
