import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvCell, withoutGuard } from './browser/csv-cell.ts'
import { csvFile, major } from './csv.ts'

/** What the file says, cell by cell, the way any reader of RFC 4180 takes it apart. */
function parse(text: string): string[][] {
  const rows: string[][] = [[]]
  let cell = ''
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!
    if (quoted && sign === '"' && text[at + 1] === '"') cell += text[++at]!
    else if (sign === '"') quoted = !quoted
    else if (!quoted && (sign === ',' || text.startsWith('\r\n', at))) {
      rows.at(-1)!.push(cell)
      cell = ''
      if (sign === '\r') {
        at++
        rows.push([])
      }
    } else cell += sign
  }
  assert.equal(cell, '', 'the file ends with a line end')
  return rows.slice(0, -1)
}

const FORMULAS = [
  '=1+1',
  '=HYPERLINK("http://evil.example","x")',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  ' =1',
  '\ufeff=1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
  "|calc' /c",
  '%0A=1',
  "'=1",
  "''=1",
]
const PLAIN = [
  'Rye loaf',
  'a"b',
  'a\nb',
  'a\r\nb',
  'a,b',
  'a;b',
  "O'Hara",
  "'tis",
  '',
  ' ',
  'a=1',
  '42',
  '""',
]

test('[O02] cells that a spreadsheet would run are neutralised, and every cell comes back as it was', async () => {
  const cells = [...FORMULAS, ...PLAIN]
  const file = csvFile('people.csv', { Name: (text: string) => text, Again: (text) => text }, cells)
  const text = Buffer.from(await file.arrayBuffer()).toString()
  assert.ok(text.startsWith('\ufeffName,Again\r\n'), 'with the mark that spreadsheets read UTF-8 by')
  const rows = parse(text.slice(1))
  assert.equal(rows.length, cells.length + 1)
  for (const [at, cell] of cells.entries()) {
    const [read, again] = rows[at + 1]!
    assert.equal(read, again)
    const runs = FORMULAS.includes(cell)
    if (runs) assert.match(read!, /^'/, JSON.stringify(cell))
    assert.doesNotMatch(read!, /^[\s\ufeff]*[=+\-@\t\r|%＝＋－＠]/, JSON.stringify(cell))
    assert.equal(withoutGuard(read!), cell)
  }
  assert.equal(file.headers.get('content-type'), 'text/csv; charset=utf-8')
  assert.equal(file.headers.get('content-disposition'), 'attachment; filename="people.csv"')
  assert.equal(file.headers.get('cache-control'), 'no-store')
})

test('plain cells stand as they are, numbers and nothing too', () => {
  assert.equal(csvCell('Rye loaf'), 'Rye loaf')
  assert.equal(csvCell('a"b'), '"a""b"')
  assert.equal(csvCell(null), '')
  assert.equal(csvCell(12), '12')
})

test('amounts stay exact', () => {
  assert.deepEqual(
    [major(5, 'eur'), major(0, 'eur'), major(99_999_999, 'usd'), major(500, 'jpy'), major(1230, 'kwd')],
    ['0.05', '0.00', '999999.99', '500', '1.230'],
  )
})
