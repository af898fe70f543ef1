import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Field } from '#kernel/browser/fields/field.ts'
import { csvRow } from '../import/write-csv.ts'
import { withPaths } from './files-in-zip.ts'
import type { GridRow } from './row-source.ts'

const fields: Field[] = [
  { id: 'aaaaaaaa', name: 'name', title: 'Name', kind: 'text' },
  { id: 'bbbbbbbb', name: 'cv', title: 'CV', kind: 'file' },
  { id: 'cccccccc', name: 'photo', title: 'Photo', kind: 'image' },
]
const file = (id: string, name: string) => ({ id, name, size: 1, type: 'application/pdf' })
const row = (name: string, cv: unknown, photo: unknown) =>
  ({ id: name, name, cv, photo }) as unknown as GridRow

test('[peers D14] an export names each file by its own path in the archive, which stays inside', () => {
  const { rows, files } = withPaths(fields, [
    row('Ann', file('1', 'a.pdf'), file('2', 'A.pdf')),
    row('Ben', file('3', 'a.pdf'), null),
    row('Eve', file('4', '..\\..\\"x\u0000".pdf'), file('5', '..')),
  ])
  assert.deepEqual(files, [
    { id: '1', path: 'files/1 a.pdf' },
    { id: '2', path: 'files/1 photo A.pdf' },
    { id: '3', path: 'files/2 a.pdf' },
    { id: '4', path: 'files/3 .._..__x__.pdf' },
    { id: '5', path: 'files/3 _' },
  ])
  assert.equal(csvRow(fields, rows[1]!), 'Ben,files/2 a.pdf,,Ben,')
})

test('no two files have one path, even if one has the name that another gets from its field', () => {
  const more: Field[] = [...fields, { id: 'dddddddd', name: 'x', title: 'X', kind: 'file' }]
  const three = { ...row('Ann', file('1', 'photo a.pdf'), file('2', 'a.pdf')), x: file('3', 'a.pdf') }
  const same = { ...row('Ben', file('4', 'x a.pdf'), file('5', 'a.pdf')), x: file('6', 'a.pdf') }
  const { files } = withPaths(more, [three, same])
  const paths = files.map(({ path }) => path.toLowerCase())
  assert.equal(new Set(paths).size, 6, paths.join())
})
