import assert from 'node:assert/strict'
import { deflateRawSync } from 'node:zlib'
import { test } from 'node:test'
import { FIELD_KINDS } from '#kernel/browser/fields/field.ts'
import { isFileKind } from '#kernel/browser/fields/file-types.ts'
import type { Field, FieldKind } from '#kernel/browser/fields/field.ts'
import { readValue } from '#kernel/browser/fields/read-value.ts'
import { convertRows } from './convert-rows.ts'
import { matchField } from './guess-column.ts'
import { readFile } from './read-file.ts'
import { EXPORTED_OWN, csvHead, csvRow } from './write-csv.ts'

const CHOICES = ['red', 'a, b', 'say "x"', '=1', 'Rot', 'x; y'].map((value, at) => ({
  value,
  title: ['Rot', 'a, b', 'Say', '@sum', 'Other', 'é'][at]!,
}))

/** Files are exported by name, and uploaded instead of imported. */
const fields: Field[] = FIELD_KINDS.filter((kind) => !isFileKind(kind)).map((kind, at) => ({
  id: `aaaaaa${String(at).padStart(2, '0')}`,
  name: kind,
  title: at % 3 ? `=The "${kind}", field` : `Title of ${kind}`,
  kind,
  ...(kind === 'money' ? { currency: 'kwd' } : {}),
  ...(kind === 'relation' ? { table: 'x' } : {}),
  ...(kind === 'choice' || kind === 'choices' ? { choices: CHOICES } : {}),
}))

/** Numbers that repeat with each run, so that a failure can be found again. */
function dice(seed: number): () => number {
  let state = seed
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648
}
const SIGNS = Array.from('=+-@\t\r\n\'"\'",;|% ＝＋aZ0ß漢😀\ufeff.:/\\')

function someValue(kind: FieldKind, random: () => number): unknown {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const text = (most: number) =>
    Array.from({ length: Math.floor(random() * most) }, () => pick(SIGNS)).join('')
  const id = () =>
    '00000000-0000-7000-8000-000000000000'.replaceAll('0', () => Math.floor(random() * 16).toString(16))
  if (random() < 0.15) return null
  switch (kind) {
    case 'text':
    case 'long_text':
      return text(12)
    case 'number':
    case 'position':
      return pick([0, -5, 1.5, -1e-7, 1e21, 123456789.25, Math.round((random() - 0.5) * 1e9) / 100])
    case 'money':
      return Math.round((random() - 0.5) * 1e9)
    case 'rating':
      return 1 + Math.floor(random() * 5)
    case 'yes_no':
      return random() < 0.5
    case 'date':
      return new Date(random() * 4e12).toISOString().slice(0, 10)
    case 'date_time':
      return new Date(Math.floor(random() * 4e12)).toISOString()
    case 'email':
      return 'ann+x@example.test'
    case 'link':
      return 'https://example.test/a,b;"c"?=1'.replaceAll('"', '%22')
    case 'phone':
      return pick(['+4930123456', '030123456'])
    case 'choice':
      return pick(CHOICES).value
    case 'choices':
      return [...new Set([pick(CHOICES).value, pick(CHOICES).value])]
    default:
      return id()
  }
}

test('[peers D14] [O02] exporting a table and importing the file gives the same table, whatever it contains', async () => {
  const random = dice(20261126)
  for (let round = 0; round < 40; round++) {
    const some = fields.filter(() => random() < 0.5)
    const columns = some.length > 0 ? some : [fields[0]!]
    const table = Array.from({ length: 1 + Math.floor(random() * 30) }, (_, at) => ({
      id: `row ${at}`,
      created_at: '2026-11-26T00:00:00.000Z',
      ...Object.fromEntries(
        columns.map((field) => {
          const read = readValue(field, someValue(field.kind, random))
          assert.equal(read.fault, undefined, field.kind)
          return [field.name, read.value]
        }),
      ),
    }))
    const csv = [csvHead(columns), ...table.map((row) => csvRow(columns, row))].join('\r\n')
    const sheet = await readFile(new TextEncoder().encode(`\ufeff${csv}\r\n`))
    assert.deepEqual(sheet.faults, [])
    const [head, ...body] = sheet.rows
    const targets = head!.cells.flatMap((title, column) => {
      if (EXPORTED_OWN.includes(title as 'id')) return []
      return [
        {
          column,
          field: matchField(columns, String(title).replace(/^'/, ''))!,
          order: 'ymd',
          decimal: '.',
        } as const,
      ]
    })
    const { rows, faults } = convertRows(body, targets, columns, false)
    assert.deepEqual(faults, [], csv)
    assert.deepEqual(
      rows.map(({ values }) => values),
      table.map((row) => Object.fromEntries(Object.entries(row).slice(EXPORTED_OWN.length))),
    )
  }
})

/** A ZIP archive of deflated files, without checksums, which the reader does not check. */
function zip(files: Record<string, string>): Uint8Array {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const content = deflateRawSync(text)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50)
    local.writeUInt16LE(8, 8)
    local.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(content.length, 20)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(offset, 42)
    parts.push(local, Buffer.from(name), content)
    directory.push(entry, Buffer.from(name))
    offset += 30 + name.length + content.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(Object.keys(files).length, 10)
  end.writeUInt32LE(offset, 16)
  return new Uint8Array(Buffer.concat([...parts, ...directory, end]))
}

const WORKBOOK = {
  'xl/workbook.xml':
    '<workbook><sheets><sheet name="People &amp; pets" r:id="rId7"/><sheet name="Two" r:id="rId8"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="rId7" Target="worksheets/a.xml"/><Relationship Id="rId8" Target="/xl/worksheets/b.xml"/></Relationships>',
  'xl/sharedStrings.xml':
    '<sst><si><t>Name</t></si><si><r><t>A</t></r><r><t xml:space="preserve"> &#x42;</t></r><rPh><t>no</t></rPh></si><si><t/></si></sst>',
  'xl/styles.xml':
    '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm&quot;d&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="22"/></cellXfs></styleSheet>',
  'xl/worksheets/a.xml': `<worksheet><sheetData>
    <row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>Born</t></is></c></row>
    <row r="2"/>
    <row r="4"><c r="A4" t="s"><v>1</v></c><c r="B4" s="1"><v>36526</v></c><c r="AA4" t="b"><v>1</v></c></row>
    <row r="5"><c r="A5" t="str"><f>1+1</f><v>two</v></c><c r="B5" s="2"><v>36526.5</v></c></row>
    <row r="6"><c r="A6" t="e"><v>#REF!</v></c></row>
  </sheetData></worksheet>`,
  'xl/worksheets/b.xml': '<worksheet><sheetData><row><c><v>-1.5</v></c></row></sheetData></worksheet>',
}

test('workbooks: shared and rich texts, dates by style, formulas by their value, faults by row and column', async () => {
  const sheet = await readFile(zip(WORKBOOK))
  assert.deepEqual(sheet.sheets, ['People & pets', 'Two'])
  assert.deepEqual(
    sheet.rows.map(({ line, cells }) => [line, cells.slice(0, 2), cells.length]),
    [
      [1, ['Name', 'Born'], 2],
      [4, ['A B', '2000-01-01'], 27],
      [5, ['two', '2000-01-01T12:00:00Z'], 2],
    ],
  )
  assert.deepEqual(sheet.faults, [{ line: 6, column: 1, text: 'has the error #REF!' }])
  assert.deepEqual((await readFile(zip(WORKBOOK), { sheet: 1 })).rows, [{ line: 1, cells: [-1.5] }])
  await assert.rejects(readFile(zip({ 'a.txt': '' })), /no workbook/)
  const broken = zip(WORKBOOK)
  broken.fill(0, 40, 400)
  await assert.rejects(readFile(broken), /damaged/)
})
