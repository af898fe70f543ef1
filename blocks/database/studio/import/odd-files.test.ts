import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FIELD_KINDS } from '#kernel/browser/fields/field.ts'
import type { Field } from '#kernel/browser/fields/field.ts'
import { convertRows } from './convert-rows.ts'
import { guessColumn, hasTitles } from './guess-column.ts'
import { readFile } from './read-file.ts'
import { FileFault, placeText } from './sheet.ts'
import type { ImportFault } from './sheet.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const bytes = (...parts: (string | number[])[]) =>
  new Uint8Array(parts.flatMap((part) => (typeof part === 'string' ? [...utf8(part)] : part)))
const utf16 = (text: string, isBig: boolean, hasMark: boolean) =>
  new Uint8Array(
    Array.from({ length: text.length + (hasMark ? 1 : 0) }, (_, at) => {
      const code = hasMark ? (at === 0 ? 0xfeff : text.charCodeAt(at - 1)) : text.charCodeAt(at)
      return isBig ? [code >> 8, code & 255] : [code & 255, code >> 8]
    }).flat(),
  )
const latin = (text: string) =>
  new Uint8Array(Array.from(text, (sign) => (sign === '€' ? 0x80 : sign.charCodeAt(0))))

const place = (fault: ImportFault) => `${placeText(fault)} ${fault.text}`

/** What the import says about a file: its values with the guessed kinds, and each fault with its place. */
async function importFile(content: Uint8Array): Promise<{ kinds: string; rows: string[]; faults: string[] }> {
  const sheet = await readFile(content).catch((error: unknown) => {
    if (error instanceof FileFault) return error.fault
    throw error
  })
  if ('text' in sheet) return { kinds: '', rows: [], faults: [place(sheet)] }
  const isTitled = !sheet.names && hasTitles(sheet.rows)
  const titles = sheet.names ?? (isTitled ? sheet.rows[0]!.cells.map(String) : [])
  const body = isTitled ? sheet.rows.slice(1) : sheet.rows
  const width = Math.max(titles.length, ...body.map(({ cells }) => cells.length))
  const targets = Array.from({ length: width }, (_, column) => {
    const cells = body.map((row) => row.cells[column] ?? null)
    const { kind, orders, decimals, currency } = guessColumn(cells, titles[column] ?? '')
    const field: Field = { id: 'aaaaaaaa', name: `c${column}`, title: titles[column] ?? '', kind }
    if (currency) field.currency = currency
    return { column, field, order: orders[0] ?? 'ymd', decimal: decimals[0] ?? '.' } as const
  })
  const { rows, faults } = convertRows(body, targets, [], sheet.format.startsWith('JSON'))
  return {
    kinds: targets.map(({ field }) => field.kind).join(' '),
    rows: rows.map(({ values }) =>
      Object.values(values)
        .map((value) => JSON.stringify(value))
        .join(' '),
    ),
    faults: [...sheet.faults, ...faults].map(place),
  }
}

interface OddFile {
  content: Uint8Array | string
  kinds?: string
  rows?: string[]
  faults?: RegExp[]
}

const FILES: Record<string, OddFile> = {
  'UTF-8': { content: 'Name,City\nZoë,Köln\n', kinds: 'text text', rows: ['"Zoë" "Köln"'] },
  'UTF-8 with a byte order mark': { content: '\ufeffName,City\nZoë,Köln', rows: ['"Zoë" "Köln"'] },
  'UTF-16, little endian': { content: utf16('Name\tCity\r\nZoë\tKöln', false, true), rows: ['"Zoë" "Köln"'] },
  'UTF-16, big endian': { content: utf16('Name\tCity\r\nZoë\tKöln', true, true), rows: ['"Zoë" "Köln"'] },
  'UTF-16 without a mark': {
    content: utf16(`Name,City,Country,Street and number\nZoë,Köln,DE,Ring 1`, false, false),
    rows: ['"Zoë" "Köln" "DE" "Ring 1"'],
  },
  'Windows-1252': {
    content: latin('Name;Price\nMüller;5 €\nGrößer;6 €'),
    kinds: 'text money',
    rows: ['"Müller" 500', '"Größer" 600'],
  },
  'UTF-8 with one broken byte': {
    content: bytes('Name,City\nZoë,Köln\nZo', [0xeb], ',Köln'),
    faults: [/^Line 3, column 3 has a byte that is not UTF-8/],
  },
  'a binary file': { content: bytes('%PDF-1.7\n', [0, 1, 2]), faults: [/^Line 2, column 1 has a character/] },
  'an old Excel file': { content: bytes([0xd0, 0xcf, 0x11, 0xe0]), faults: [/^Line 1 .*save it as .xlsx/] },
  'an empty file': { content: '', faults: [/^Line 1 has no rows/] },
  'only line ends': { content: '\n\r\n\n', faults: [/^Line 1 has no rows/] },
  semicolons: { content: 'Name;Note\nAnn;a, b, c\nBob;d, e', rows: ['"Ann" "a, b, c"', '"Bob" "d, e"'] },
  tabs: { content: 'Name\tNote\nAnn\ta, b\n', rows: ['"Ann" "a, b"'] },
  bars: { content: 'Name|Note\nAnn|a, b\n', rows: ['"Ann" "a, b"'] },
  'a line that names the separator': {
    content: 'sep=;\nName;Note\nAnn;"x\n',
    faults: [/^Line 3, column 2 opens a quote/],
  },
  'one column': { content: 'Name\nAnn\nBob', rows: ['"Ann"', '"Bob"'] },
  'old Mac line ends': { content: 'Name,City\rAnn,Rome\rBob,Oslo', rows: ['"Ann" "Rome"', '"Bob" "Oslo"'] },
  'mixed line ends, and a line break in quotes': {
    content: 'Name,Note\r\nAnn,"a\r\nb"\nBob,"c""d"\n',
    kinds: 'text long_text',
    rows: ['"Ann" "a\\r\\nb"', '"Bob" "c\\"d"'],
  },
  'an unclosed quote': {
    content: 'Name,Note\nAnn,x\nBob,"y\nCarl,z\n',
    faults: [/^Line 3, column 2 opens a quote/],
  },
  'text after a closing quote': {
    content: 'Name,Note\nAnn,"x" y\nBob,z',
    rows: ['"Bob" "z"'],
    faults: [/^Line 2, column 2 has text after its closing quote/],
  },
  'quotes within text': { content: 'Name,Note\nAnn,5" pipe\n', rows: ['"Ann" "5\\" pipe"'] },
  'empty text and no text': { content: 'Name,Note\nAnn,""\nBob,\n', rows: ['"Ann" ""', '"Bob" null'] },
  'a file that puts everything in quotes': {
    content: '"Name","Note"\n"Ann",""\n"Bob","x"',
    rows: ['"Ann" null', '"Bob" "x"'],
  },
  'lines that are too long and too short': {
    content: 'A,B\nx,y,z\nu\nv,w,\n',
    rows: ['"u" null', '"v" "w"'],
    faults: [/^Line 2, column 3 is beyond the 2 columns/],
  },
  'empty lines in the middle and at the end': { content: 'A,B\n\nx,y\n,\n\n', rows: ['"x" "y"'] },
  'a cell of 10 MB': {
    content: `A,B\nx,y\nz,${'x'.repeat(10 * 1024 * 1024)}\nu,v\n`,
    rows: ['"x" "y"', '"u" "v"'],
    faults: [/^Line 3, column 2 has 10,485,760 characters/],
  },
  'a quoted cell of 10 MB': {
    content: `A,B\n"${'x'.repeat(10 * 1024 * 1024)}",y\n`,
    faults: [/^Line 2, column 1 has 10,485,760 characters/],
  },
  'control characters': {
    content: 'A,B\nx,a\u0007b\n',
    faults: [/^Line 2, column 2 must be text without control/],
  },
  'dates of Germany': {
    content: 'Day,B\n3.4.2026,x\n24.12.26,y',
    kinds: 'date text',
    rows: ['"2026-04-03" "x"', '"2026-12-24" "y"'],
  },
  'dates of France': {
    content: 'Day,B\n03/04/2026,x\n24/12/2026,y',
    rows: ['"2026-04-03" "x"', '"2026-12-24" "y"'],
  },
  'dates of the United States, with times': {
    content: 'Day,B\n4/3/2026 9:30 PM,x\n12/24/2026 12:05 AM,y',
    kinds: 'date_time text',
    rows: ['"2026-04-03T21:30:00.000Z" "x"', '"2026-12-24T00:05:00.000Z" "y"'],
  },
  'dates of Japan': {
    content: 'Day,B\n2026/4/3,x\n2026年12月24日,y',
    kinds: 'date text',
    rows: ['"2026-04-03" "x"', '"2026-12-24" "y"'],
  },
  'dates of the Netherlands and of Korea': {
    content: 'Day,Other\n3-4-2026,2026. 4. 3.\n24-12-2026,2026. 12. 24.',
    kinds: 'date date',
    rows: ['"2026-04-03" "2026-04-03"', '"2026-12-24" "2026-12-24"'],
  },
  'names of months': {
    content: 'Day;B\n3 April 2026;x\nDec 24, 2026;y',
    kinds: 'date text',
    rows: ['"2026-04-03" "x"', '"2026-12-24" "y"'],
  },
  'a day that does not exist': { content: 'Day,B\n30.2.2026,x\n1.3.2026,y', kinds: 'text text' },
  'decimal commas': {
    content: 'Price;B\n1.234,50;x\n-2,5;y\n1.000;z',
    kinds: 'number text',
    rows: ['1234.5 "x"', '-2.5 "y"', '1000 "z"'],
  },
  'thousands of Switzerland and of France': {
    content: "A;B\n1'234.5;1 234,5\n2.5;3,25",
    kinds: 'number number',
    rows: ['1234.5 1234.5', '2.5 3.25'],
  },
  'yes and no of many languages': {
    content: 'A,B\nja,oui\nnein,non',
    kinds: 'yes_no yes_no',
    rows: ['true true', 'false false'],
  },
  formulas: {
    content: 'A,B\n=1+1,\'=HYPERLINK("x")\n@SUM(A1),＝1\n',
    kinds: 'text text',
    rows: ['"=1+1" "=HYPERLINK(\\"x\\")"', '"@SUM(A1)" "＝1"'],
  },
  'leading zeros and long numbers': {
    content: 'Zip,Card\n01234,x\n00501,y',
    kinds: 'text text',
    rows: ['"01234" "x"', '"00501" "y"'],
  },
  'JSON with a fault': {
    content: '[\n {"a": 1},\n {"a": 2,}\n]',
    faults: [/^Line 3, column 10 is not JSON/],
  },
  'JSON that ends too early': {
    content: '[\n {"a": 1},\n {"a": ',
    faults: [/^Line 3, column \d+ ends too early/],
  },
  'JSON with other things than objects': {
    content: '[\n{"a": "x"},\n5\n]',
    rows: ['"x"'],
    faults: [/^Line 3 is not an object/],
  },
  'JSON below a name, with missing keys': {
    content: '{"count": 2, "data": [{"a": "x"}, {"b": 5}]}',
    kinds: 'text number',
    rows: ['"x" null', 'null 5'],
  },
  'one JSON object per line': { content: '{"a": 1.5}\n{"a": 2}\n', kinds: 'number', rows: ['1.5', '2'] },
  'JSON without rows': { content: '{"a": 1}', faults: [/^Line 1, column 1 has no list/] },
  'an archive that is no workbook': {
    content: bytes('PK\u0003\u0004', [0, 0, 0, 0]),
    faults: [/^Line 1 is in a damaged workbook/],
  },
}

test('[peers D14] broken and odd files end in rows, or in faults that name line and column', async () => {
  assert.ok(Object.keys(FILES).length >= 40)
  for (const [name, { content, kinds, rows, faults = [] }] of Object.entries(FILES)) {
    const result = await importFile(typeof content === 'string' ? utf8(content) : content)
    if (kinds !== undefined) assert.equal(result.kinds, kinds, name)
    if (rows !== undefined) assert.deepEqual(result.rows, rows, name)
    assert.equal(result.faults.length, faults.length, `${name}: ${result.faults.join('; ')}`)
    for (const [at, pattern] of faults.entries()) assert.match(result.faults[at]!, pattern, name)
  }
})

test('every kind of the guesses is a kind of fields', () => {
  for (const cells of [['x'], [1], [true], [{}], []])
    assert.ok(FIELD_KINDS.includes(guessColumn(cells, '').kind))
})
