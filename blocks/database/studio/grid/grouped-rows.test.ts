import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Field } from '#kernel/browser/fields/field.ts'
import { readAllRows } from './all-rows.ts'
import { GroupedRows } from './grouped-rows.ts'
import { groupsOf } from './grouping.ts'
import type { CountedRows, GroupKey } from './grouping.ts'
import type { GridRow, RowQuery, RowSource } from './row-source.ts'

const STATE: Field = {
  id: 'aaaaaaaa',
  name: 'state',
  title: 'State',
  kind: 'choice',
  choices: ['open', 'done', 'late'].map((value) => ({ value, title: value })),
}
const DAY: Field = { id: 'bbbbbbbb', name: 'day', title: 'Day', kind: 'date' }

const rowOf = (index: number, state: string | null) =>
  ({ id: `r${String(index).padStart(6, '0')}`, state, updated_at: '1' }) as unknown as GridRow

/** A table in memory that is ordered and counted by `state` as the data API does it. */
function memorySource(rows: GridRow[]) {
  const requests: [from: number, sorts: string][] = []
  const key = (row: GridRow) => (row['state'] ?? null) as GroupKey
  const ordered = () =>
    rows.toSorted((a, b) => {
      const [one, other] = [String(key(a) ?? '~'), String(key(b) ?? '~')]
      return one < other ? -1 : one > other ? 1 : a.id < b.id ? -1 : 1
    })
  const source: Partial<RowSource> = {
    async page(query: RowQuery, from, size, isCounted) {
      requests.push([from, query.sorts.map(({ field }) => field).join(' ')])
      return { rows: ordered().slice(from, from + size), total: isCounted ? rows.length : undefined }
    },
    async groups() {
      const counted: CountedRows[] = []
      for (const row of ordered()) {
        if (counted.at(-1)?.key !== key(row) || counted.length === 0)
          counted.push({ key: key(row), count: 0, sums: {} })
        counted.at(-1)!.count++
      }
      return counted
    },
  }
  return { source: source as RowSource, requests }
}

test('groups are in the order of the choices, days of a month are one group, and empty values come last', () => {
  const rows = (key: GroupKey, count: number, sum = 0): CountedRows => ({ key, count, sums: { owes: sum } })
  const choices = groupsOf(STATE, { field: 'state' }, [
    rows('done', 3),
    rows('gone', 1),
    rows('late', 2),
    rows('open', 4),
    rows(null, 5),
  ])
  assert.deepEqual(
    choices.map(({ key, count, first }) => [key, count, first]),
    [
      ['open', 4, 6],
      ['done', 3, 0],
      ['late', 2, 4],
      ['gone', 1, 3],
      [null, 5, 10],
    ],
  )
  const days = [rows('2026-01-30', 1, 5), rows('2026-01-31', 2, 7), rows('2026-02-01', 4), rows(null, 1)]
  assert.deepEqual(groupsOf(DAY, { field: 'day', unit: 'month' }, days), [
    { key: '2026-01', count: 3, sums: { owes: 12 }, first: 0 },
    { key: '2026-02', count: 4, sums: { owes: 0 }, first: 3 },
    { key: null, count: 1, sums: { owes: 0 }, first: 7 },
  ])
})

test('100,000 rows in groups: the server counts them, rows are loaded when they are in view, and a closed group has one line', async () => {
  const states = ['done', 'late', 'open', null]
  const all = Array.from({ length: 100_000 }, (_, index) => rowOf(index, states[index % 4]!))
  const { source, requests } = memorySource(all)
  const rows = new GroupedRows(
    source,
    { filters: [], sorts: [{ field: 'name', isDescending: false }] },
    STATE,
    {
      field: 'state',
    },
  )
  assert.equal(rows.total, undefined)
  await rows.load({ first: 0, end: 30 })
  assert.deepEqual([rows.total, rows.rowCount], [100_004, 100_000])
  // Open rows are third in the order of their values.
  assert.deepEqual(requests, [[50_000, 'state name']])
  assert.equal(rows.head(0)!.group.key, 'open')
  assert.deepEqual([rows.row(0), rows.row(1)!['state'], rows.number(1)], [undefined, 'open', 1])

  rows.toggle(rows.head(0)!.group)
  assert.deepEqual([rows.total, rows.head(1)!.group.key, rows.head(0)!.isOpen], [75_004, 'done', false])
  await rows.load({ first: 0, end: 30 })
  assert.deepEqual([rows.row(2)!['state'], rows.number(2)], ['done', 1])
  assert.equal(rows.indexOf(rows.row(2)!.id), 2)
  assert.equal(requests.length, 2)

  await rows.load({ first: 75_000, end: 75_004 })
  assert.equal(rows.row(75_003)!['state'], null)
  const { id } = rows.row(2)!
  rows.patch(id, { name: 'Mine' })
  assert.equal(rows.row(2)!['name'], 'Mine')

  all.push(rowOf(100_000, 'done'))
  await rows.refresh()
  assert.equal(rows.rowCount, 100_001)
})

test('a request for groups that failed says so, and the next one counts again', async () => {
  const { source } = memorySource([rowOf(1, 'open')])
  let isOffline = true
  const groups: RowSource['groups'] = (...input) =>
    isOffline ? Promise.reject(new Error('No connection')) : source.groups(...input)
  const rows = new GroupedRows({ ...source, groups }, { filters: [], sorts: [] }, STATE, { field: 'state' })
  await rows.load({ first: 0, end: 1 })
  assert.deepEqual([rows.error?.message, rows.total], ['No connection', undefined])
  isOffline = false
  await rows.refresh()
  assert.deepEqual([rows.error, rows.total], [undefined, 2])
})

test('rows that are added and deleted during an export neither repeat nor hide others', async () => {
  let table = Array.from({ length: 3500 }, (_, index) => ({
    ...rowOf(index * 2, null),
    name: index % 7 === 0 ? null : `Guest ${index % 100}`,
  }))
  const expected = table.filter(({ id }) => id !== 'r000004' && id !== 'r006000').map(({ id }) => id)
  const progress: number[] = []
  const source: Pick<RowSource, 'after'> = {
    async after(_, id, count) {
      const page = table
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
        .filter((row) => id === undefined || row.id > id)
        .slice(0, count)
      if (id !== undefined) {
        // One that was read, one that was not, and one that comes before all.
        table = table.filter((row) => row.id !== 'r006000')
        table.unshift({ ...rowOf(1, null), name: 'new' })
      } else table = table.filter((row) => row.id !== 'r000004')
      return page
    },
  }
  const sorts = [{ field: 'name', isDescending: true }]
  const rows = await readAllRows(source, { filters: [], sorts }, (count) => progress.push(count))
  assert.deepEqual(
    progress,
    [1000, 2000, 3000, 3500].map((count) => Math.min(count, rows.length)),
  )
  const ids = rows.map(({ id }) => id)
  assert.equal(new Set(ids).size, ids.length, 'no row repeats')
  assert.deepEqual(
    expected.filter((id) => !ids.includes(id)),
    [],
    'no row is lost',
  )
  const names = rows.map((row) => row['name'] as string | null)
  assert.equal(names.indexOf(null), names.filter((name) => name !== null).length, 'empty values last')
  const filled = names.filter((name) => name !== null)
  assert.deepEqual(filled, filled.toSorted().toReversed())
})
