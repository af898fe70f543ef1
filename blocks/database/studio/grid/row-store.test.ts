import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { GridRow, RowSource } from './row-source.ts'
import { RowStore } from './row-store.ts'

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
