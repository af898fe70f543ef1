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
  return /[",;|\t\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The original text of a cell that `csvCell` neutralized. Other text is returned as it is. */
export const withoutGuard = (text: string): string =>
  text.startsWith("'") && RUNS.test(text) ? text.slice(1) : text
