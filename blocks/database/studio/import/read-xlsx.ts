import { FileFault, MOST_CELL, MOST_COLUMNS } from './sheet.ts'
import type { ImportFault, Sheet, SheetRow } from './sheet.ts'
import { openZip } from './zip-entries.ts'
import { excelTime, isTimeFormat } from './xlsx-time.ts'

/**
 * Reads one sheet of a workbook (ISO/IEC 29500). Cells with a date format become ISO texts; formulas give the value that was
 * saved with them.
 * @param chosen index of the sheet
 * @throws {FileFault} if it is damaged or no workbook
 */
export async function readXlsx(bytes: Uint8Array, chosen = 0): Promise<Sheet> {
  const read = openZip(bytes)
  const workbook = await read('xl/workbook.xml')
  if (workbook === undefined) throw new FileFault(1, undefined, 'is in an archive that is no workbook')
  const relations = (await read('xl/_rels/workbook.xml.rels')) ?? ''
  const sheets = tags(workbook, 'sheet').map((tag) => ({
    name: attribute(tag, 'name') ?? '',
    target: targetOf(relations, attribute(tag, 'r:id') ?? ''),
  }))
  const content = await read(sheets[chosen]?.target ?? 'xl/worksheets/sheet1.xml')
  if (content === undefined) throw new FileFault(1, undefined, 'is missing from the workbook')
  const shared = sharedTexts((await read('xl/sharedStrings.xml')) ?? '')
  const times = timeStyles((await read('xl/styles.xml')) ?? '')
  const is1904 = /<workbookPr[^>]*date1904="(1|true)"/.test(workbook)
  return {
    ...readRows(content, { shared, times, is1904 }),
    format: `Workbook, sheet "${sheets[chosen]?.name ?? ''}"`,
    sheets: sheets.map(({ name }) => name),
  }
}

interface Book {
  shared: readonly string[]
  /** Whether each cell style shows a time. */
  times: readonly boolean[]
  is1904: boolean
}

const ROW = /<(?:\w+:)?row\b([^>]*?)(?:\/>|>([\s\S]*?)<\/(?:\w+:)?row>)/g
const CELL = /<(?:\w+:)?c\b([^>]*?)(?:\/>|>([\s\S]*?)<\/(?:\w+:)?c>)/g

function readRows(content: string, book: Book): { rows: SheetRow[]; faults: ImportFault[] } {
  const rows: SheetRow[] = []
  const faults: ImportFault[] = []
  let line = 0
  for (const [, attributes = '', inner = ''] of content.matchAll(ROW)) {
    line = Number(attribute(attributes, 'r') ?? line + 1)
    const cells: unknown[] = []
    let fault: ImportFault | undefined
    for (const [, given = '', body = ''] of inner.matchAll(CELL)) {
      const column = columnOf(attribute(given, 'r')) ?? cells.length
      if (column >= MOST_COLUMNS) continue
      const value = readCell(given, body, book)
      if (value instanceof Error) fault ??= { line, column: column + 1, text: value.message }
      else cells[column] = value
    }
    if (fault) faults.push(fault)
    else if (cells.some((cell) => cell !== null && cell !== undefined))
      rows.push({ line, cells: Array.from(cells, (cell) => cell ?? null) })
  }
  return { rows, faults }
}

function readCell(attributes: string, body: string, { shared, times, is1904 }: Book): unknown {
  const type = attribute(attributes, 't')
  if (type === 'inlineStr') return checked(richText(body))
  const found = /<(?:\w+:)?v[^>]*>([\s\S]*?)<\/(?:\w+:)?v>/.exec(body)?.[1]
  if (found === undefined) return null
  const text = decodeXml(found)
  if (type === 's') return checked(shared[Number(text)] ?? '')
  if (type === 'e') return new Error(`has the error ${text}`)
  if (type === 'b') return text === '1'
  if (type === 'str' || type === 'd') return checked(text)
  const number = Number(text)
  return times[Number(attribute(attributes, 's') ?? 0)] ? excelTime(number, is1904) : number
}

const checked = (text: string) =>
  text.length > MOST_CELL
    ? new Error(`has ${text.length.toLocaleString('en-US')} characters; a cell may have 100,000`)
    : text === ''
      ? null
      : text

/** `C5` is 2. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  if (!letters) return undefined
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function sharedTexts(content: string): string[] {
  return Array.from(
    content.matchAll(/<(?:\w+:)?si\b[^>]*?(?:\/>|>([\s\S]*?)<\/(?:\w+:)?si>)/g),
    ([, body = '']) => richText(body),
  )
}

/** Text of all runs, without the pronunciation of Japanese text. */
function richText(body: string): string {
  const plain = body.replaceAll(/<(?:\w+:)?rPh\b[\s\S]*?<\/(?:\w+:)?rPh>/g, '')
  const parts = plain.matchAll(/<(?:\w+:)?t\b[^>]*?(?:\/>|>([\s\S]*?)<\/(?:\w+:)?t>)/g)
  return Array.from(parts, ([, text = '']) => decodeXml(text)).join('')
}

function timeStyles(content: string): boolean[] {
  const formats = new Map(
    tags(content, 'numFmt').map((tag) => [attribute(tag, 'numFmtId'), attribute(tag, 'formatCode') ?? '']),
  )
  const cells = /<(?:\w+:)?cellXfs\b[\s\S]*?<\/(?:\w+:)?cellXfs>/.exec(content)?.[0] ?? ''
  return tags(cells, 'xf').map((tag) => {
    const id = attribute(tag, 'numFmtId') ?? '0'
    return isTimeFormat(Number(id), formats.get(id))
  })
}

function targetOf(relations: string, id: string): string {
  const target = tags(relations, 'Relationship').find((tag) => attribute(tag, 'Id') === id)
  const path = (target && attribute(target, 'Target')) ?? ''
  return path.startsWith('/') ? path.slice(1) : `xl/${path}`
}

const tags = (content: string, name: string): string[] =>
  content.match(new RegExp(`<(?:\\w+:)?${name}\\b[^>]*>`, 'g')) ?? []

function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag)
  const text = value?.[1] ?? value?.[2]
  return text === undefined ? undefined : decodeXml(text)
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function decodeXml(text: string): string {
  const plain = text.includes('&')
    ? text.replaceAll(
        /&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi,
        (whole, hex?: string, decimal?: string, name?: string) => {
          if (name) return ENTITIES[name] ?? whole
          const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
          return code <= 0x10ffff ? String.fromCodePoint(code) : whole
        },
      )
    : text
  // Characters that XML cannot contain.
  return plain.replaceAll(/_x([\da-f]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}
