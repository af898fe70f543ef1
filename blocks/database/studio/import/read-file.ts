import { decodeText } from './decode-text.ts'
import { SEPARATORS, readCsv } from './read-csv.ts'
import type { Separator } from './read-csv.ts'
import { readJson } from './read-json.ts'
import { readXlsx } from './read-xlsx.ts'
import { FileFault, MOST_BYTES } from './sheet.ts'
import type { Sheet } from './sheet.ts'

export interface ReadOptions {
  separator?: Separator | undefined
  /** Index of a workbook's sheet. */
  sheet?: number | undefined
}

/**
 * Reads a CSV, JSON or XLSX file. Its content decides the format, not its name.
 * @throws {FileFault}
 */
export async function readFile(bytes: Uint8Array, options: ReadOptions = {}): Promise<Sheet> {
  if (bytes.length > MOST_BYTES)
    throw new FileFault(1, undefined, 'is in a file of more than 100 MB; split it')
  const [a, b, c, d] = bytes
  if (a === 0x50 && b === 0x4b && c === 3 && d === 4) return withRows(await readXlsx(bytes, options.sheet))
  if (a === 0xd0 && b === 0xcf)
    throw new FileFault(1, undefined, 'is in an old or encrypted Excel file; save it as .xlsx')
  const { text, encoding } = decodeText(bytes)
  if (/^\s*[[{]/.test(text)) return withRows(readJson(text))
  const { separator, ...sheet } = readCsv(text, options.separator)
  return withRows({ ...sheet, format: `CSV, ${encoding}, separated by ${SEPARATORS[separator]}` })
}

function withRows(sheet: Sheet): Sheet {
  if (sheet.rows.length === 0 && sheet.faults.length === 0) throw new FileFault(1, undefined, 'has no rows')
  return sheet
}
