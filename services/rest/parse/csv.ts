import { errors } from '../errors/table.ts'

const FIELD = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y

/**
 * Parses CSV (RFC 4180) with a header line to rows of strings. A bare `NULL` is null, as in PostgREST.
 * @throws PGRST102 for a broken quote, a line of a different length than the header, or a repeated column
 * name
 */
export function parseCsv(text: string): Record<string, string | null>[] {
  const [header, ...lines] = csvLines(text)
  if (!header) return []
  const names = header.map((name) => name ?? 'NULL')
  if (new Set(names).size !== names.length) throw errors.badBody('A column appears twice in the header')
  return lines.map((line) => {
    if (line.length !== names.length) throw errors.badBody('All lines must have same number of fields')
    return Object.fromEntries(names.map((name, i) => [name, line[i]!]))
  })
}

function csvLines(text: string): (string | null)[][] {
  const lines: (string | null)[][] = []
  let line: (string | null)[] = []
  FIELD.lastIndex = 0
  while (FIELD.lastIndex < text.length || line.length > 0) {
    const found = FIELD.exec(text)
    if (!found) throw errors.badBody('Empty or invalid csv')
    const [, quoted, bare, end] = found
    line.push(quoted?.replaceAll('""', '"') ?? (bare === 'NULL' ? null : bare!))
    if (end === ',') continue
    lines.push(line)
    line = []
  }
  return lines
}
