import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { GridRow, RowSource } from './row-source.ts'
import { RowStore } from './row-store.ts'
import { rowTurns } from './row-turns.ts'

const rowNamed = (name: string): GridRow => ({
  id: 'a',
  created_at: '2026-01-01',
  updated_at: name,
  created_by: null,
  approved: true,
  name,
})

test('a response that was read before a change of the user does not take it back', async () => {
  const responses: ((name: string) => void)[] = []
  const source = {
    page: () =>
      new Promise<{ rows: GridRow[]; total: number }>((resolve) => {
        responses.push((name) => resolve({ rows: [rowNamed(name)], total: 1 }))
      }),
  } as unknown as RowSource
  const store = new RowStore(source, { filters: [], sorts: [] })
  const shown = () => store.row(0)?.['name']
  const first = store.load({ first: 0, end: 1 })
  responses[0]!('Ann')
  await first
  const refresh = store.refresh()
  store.patch('a', { name: 'Anna' })
  store.put(rowNamed('Anna'))
  responses[1]!('Ann')
  await refresh
  assert.equal(shown(), 'Anna')
  assert.ok(!store.isChangedByOthers('a'))
  const later = store.refresh()
  responses[2]!('Bob')
  await later
  assert.equal(shown(), 'Bob')
  assert.ok(store.isChangedByOthers('a'))
})

test('changes of one row are stored in their order, and the response to an earlier one does not show', async () => {
  const store = new RowStore(
    { page: async () => ({ rows: [rowNamed('Ann')], total: 1 }) } as unknown as RowSource,
    {
      filters: [],
      sorts: [],
    },
  )
  await store.load({ first: 0, end: 1 })
  const inTurn = rowTurns()
  const stored: string[] = []
  const shown: unknown[] = []
  store.subscribe(() => shown.push(store.row(0)?.['name']))
  const change = async (name: string, ms: number) => {
    const time = store.patch('a', { name })
    const row = await inTurn('a', async () => {
      await new Promise((resolve) => setTimeout(resolve, ms))
      stored.push(name)
      if (name === 'refused') throw new Error(name)
      return rowNamed(name)
    })
    store.put(row, time)
  }
  const other = inTurn('b', async () => void stored.push('at once'))
  await Promise.all([change('first', 30), assert.rejects(change('refused', 5)), change('last', 0), other])
  assert.deepEqual(stored, ['at once', 'first', 'refused', 'last'])
  assert.deepEqual(shown, ['first', 'refused', 'last', 'last'])
})

test('a refresh does not take the response of a request from before the change', async () => {
  const responses: ((names: string[], total: number) => void)[] = []
  const source = {
    page: () =>
      new Promise<{ rows: GridRow[]; total: number }>((resolve) => {
        responses.push((names, total) => resolve({ rows: names.map(rowNamed), total }))
      }),
  } as unknown as RowSource
  const store = new RowStore(source, { filters: [], sorts: [] })
  const first = store.load({ first: 0, end: 1 })
  const refresh = store.refresh()
  assert.equal(responses.length, 1)
  responses[0]!(['before'], 1)
  await first
  await new Promise(setImmediate)
  assert.equal(responses.length, 2)
  responses[1]!(['after'], 2)
  await refresh
  assert.deepEqual([store.row(0)?.['name'], store.total], ['after', 2])
})

test('a refused change goes back to what is stored, and leaves a later change of the row alone', async () => {
  const store = new RowStore(
    { page: async () => ({ rows: [rowNamed('Ann')], total: 1 }) } as unknown as RowSource,
    { filters: [], sorts: [] },
  )
  await store.load({ first: 0, end: 1 })
  const shown = () => store.row(0)?.['name']
  const [refused, later] = [store.patch('a', { name: 'no' }), store.patch('a', { name: 'Anna' })]
  store.revert('a', refused)
  assert.equal(shown(), 'Anna')
  store.put({ ...rowNamed('Anna'), note: 'stored' }, later)
  assert.equal(store.row(0)?.['note'], 'stored')

  const both = [store.patch('a', { name: 'no' }), store.patch('a', { name: 'neither' })]
  for (const time of both) store.revert('a', time)
  assert.equal(shown(), 'Anna')

  const [taken, last] = [store.patch('a', { name: 'Bob' }), store.patch('a', { name: 'no' })]
  store.put(rowNamed('Bob'), taken)
  store.revert('a', last)
  assert.equal(shown(), 'Bob')
})
