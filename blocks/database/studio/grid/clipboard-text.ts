/** Cells as spreadsheets copy them: tabs and line ends between cells, quotes around cells that contain them. */
export function toClipboard(cells: readonly (readonly string[])[]): string {
  return cells.map((row) => row.map((text) => quoted(text)).join('\t')).join('\n')
}

const quoted = (text: string) => (/[\t\r\n]|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Cells that a spreadsheet, a table of a web page or `toClipboard` copied. A line end after the last row is no row. */
export function fromClipboard(text: string): string[][] {
  const rows: string[][] = [[]]
  let at = 0
  while (at < text.length) {
    const cell = cellAt(text, at)
    rows.at(-1)!.push(cell.value)
    at = cell.end
    if (text[at] === '\t') {
      at++
      if (at === text.length) rows.at(-1)!.push('')
      continue
    }
    at += text.startsWith('\r\n', at) ? 2 : 1
    if (at < text.length) rows.push([])
  }
  return rows.map((row) => (row.length === 0 ? [''] : row))
}

function cellAt(text: string, start: number): { value: string; end: number } {
  const quotedCell = /"((?:[^"]|"")*)"(?=[\t\r\n]|$)/y
  quotedCell.lastIndex = start
  const quote = quotedCell.exec(text)
  if (quote) return { value: quote[1]!.replaceAll('""', '"'), end: quotedCell.lastIndex }
  const bare = /[^\t\r\n]*/y
  bare.lastIndex = start
  const value = bare.exec(text)![0]
  return { value, end: start + value.length }
}

/** Where pasted cells go: one cell fills the whole selection, and several repeat if the selection is a multiple of them. */
export function fillSize(
  cells: readonly (readonly string[])[],
  selected: { rows: number; columns: number },
): { rows: number; columns: number } {
  const rows = cells.length
  const columns = Math.max(...cells.map((row) => row.length))
  return {
    rows: selected.rows % rows === 0 ? Math.max(rows, selected.rows) : rows,
    columns: selected.columns % columns === 0 ? Math.max(columns, selected.columns) : columns,
  }
}
