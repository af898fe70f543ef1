/** A line of a list of members: the address or id in it, or why it is left out. */
export type MemberLine = { line: number; key: string } | { line: number; text: string; problem: string }

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const EMAIL = /^[^\s@]+@[^\s@]+$/
/** Cells of a line of CSV; quotes around them are removed, and escaped quotes do not occur in addresses. */
const cellsOf = (line: string) =>
  line.split(/[,;\t]/).map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .trim(),
  )

/**
 * Reads a list of members: one address or id per line, or CSV with one of them in a column. A first line without either
 * is a heading. Ids are preferred, because an address may have changed.
 */
export function readMemberList(text: string): MemberLine[] {
  const seen = new Map<string, number>()
  return text.split(/\r\n|\r|\n/).flatMap((raw, at): MemberLine[] => {
    const line = at + 1
    const cells = cellsOf(raw.replace(/^\uFEFF/, ''))
    if (cells.every((cell) => cell === '')) return []
    const key = (
      cells.find((cell) => UUID.test(cell)) ?? cells.find((cell) => EMAIL.test(cell))
    )?.toLowerCase()
    if (key === undefined)
      return line === 1 ? [] : [{ line, text: cells.join(', '), problem: 'No email and no ID in this line' }]
    const before = seen.get(key)
    if (before !== undefined) return [{ line, text: key, problem: `The same as line ${before}` }]
    seen.set(key, line)
    return [{ line, key }]
  })
}
