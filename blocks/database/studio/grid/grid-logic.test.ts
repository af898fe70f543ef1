import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RowChange } from '#features/tables/endpoints.ts'
import type { Field, FieldKind } from '#kernel/browser/fields/field.ts'
import { fillSize, fromClipboard, toClipboard } from './clipboard-text.ts'
import { filterTerms, operatorsOf } from './filters.ts'
import { EMPTY_VIEW, moveField, resizeField, toggleField, visibleColumns } from './grid-view.ts'
import { designOf, viewOf } from './view-design.ts'
import { RowStore } from './row-store.ts'
import type { GridRow, RowQuery, RowSource } from './row-source.ts'
import { MOST_HEIGHT, pagesOf, rowWindow, scrollToRow } from './row-window.ts'
import { at, contains, move, rectangleOf } from './selection.ts'
import type { Selection } from './selection.ts'
import { actorText, historySteps } from './history-steps.ts'
import { EMPTY_STACK, cellsChanged, recorded, redone, rowsAdded, rowsRemoved, undone } from './undo-stack.ts'

const field = (name: string, kind: FieldKind = 'text', more: Partial<Field> = {}): Field => ({
  id: 'aaaaaaaa',
  name,
  title: name,
  kind,
  ...more,
})

const BOUNDS = { rows: 100, columns: 5, pageRows: 20 }

/** Presses keys such as `C-S-End`, and names the selection: `row,column`, or `row,column:row,column` from the anchor. */
function press(start: Selection, ...keys: string[]): string {
  const end = keys.reduce((selection, name) => {
    const key = {
      key: name.replace(/^(?:[CS]-)*/, ''),
      ctrlKey: /^(S-)?C-/.test(name),
      shiftKey: /^(C-)?S-/.test(name),
    }
    return move(selection, { ...key, metaKey: false }, BOUNDS) ?? selection
  }, start)
  const text = ({ row, column }: { row: number; column: number }) => `${row},${column}`
  const [anchor, focus] = [text(end.anchor), text(end.focus)]
  return anchor === focus ? focus : `${anchor}:${focus}`
}

test('[peers D1] keys move and extend the selection as in a spreadsheet', () => {
  const cases: [string[], string][] = [
    [['ArrowDown', 'ArrowRight'], '3,3'],
    [['C-ArrowDown'], '99,2'],
    [['C-ArrowLeft'], '2,0'],
    [['End', 'ArrowRight'], '2,4'],
    [['Home', 'ArrowUp', 'ArrowUp', 'ArrowUp'], '0,0'],
    [['C-End'], '99,4'],
    [['C-End', 'C-Home'], '0,0'],
    [['S-ArrowDown', 'S-ArrowRight'], '2,2:3,3'],
    [['S-ArrowDown', 'ArrowUp'], '2,2'],
    [['C-S-End'], '2,2:99,4'],
    [['PageDown'], '22,2'],
    [['S-PageUp'], '2,2:0,2'],
    [['Tab', 'Tab', 'Tab'], '3,0'],
    [['S-Tab', 'S-Tab', 'S-Tab'], '1,4'],
    [['Enter', 'S-Enter', 'S-Enter'], '1,2'],
    [['C-a'], '99,4:0,0'],
  ]
  for (const [keys, expected] of cases) assert.equal(press(at(2, 2), ...keys), expected, keys.join(' '))
  assert.equal(
    move(at(99, 4), { key: 'Tab', ctrlKey: false, metaKey: false, shiftKey: false }, BOUNDS),
    undefined,
    'Tab leaves the grid',
  )
  assert.equal(
    move(at(0, 0), { key: 'x', ctrlKey: false, metaKey: false, shiftKey: false }, BOUNDS),
    undefined,
  )
  const rectangle = rectangleOf({ anchor: { row: 5, column: 3 }, focus: { row: 2, column: 4 } })
  assert.deepEqual(rectangle, { top: 2, bottom: 5, left: 3, right: 4 })
  assert.deepEqual([contains(rectangle, 5, 4), contains(rectangle, 1, 4)], [true, false])
})

test('cells survive the clipboard, and those of other programs are read', () => {
  const cells = [
    ['a', 'b\tc', ''],
    ['"q"', 'x\ny', '5" pipe'],
  ]
  assert.deepEqual(fromClipboard(toClipboard(cells)), cells)
  assert.deepEqual(fromClipboard('a\tb\r\nc\td\r\n'), [
    ['a', 'b'],
    ['c', 'd'],
  ])
  assert.deepEqual(fromClipboard('a\t'), [['a', '']])
  assert.deepEqual(fromClipboard('"half'), [['"half']])
  assert.deepEqual(fromClipboard('a\n\nb'), [['a'], [''], ['b']])
  assert.deepEqual(fillSize([['x']], { rows: 5, columns: 2 }), { rows: 5, columns: 2 })
  assert.deepEqual(
    fillSize(
      [
        ['x', 'y'],
        ['z', ''],
      ],
      { rows: 4, columns: 3 },
    ),
    { rows: 4, columns: 2 },
  )
  assert.deepEqual(fillSize([['x', 'y', 'z']], { rows: 1, columns: 1 }), { rows: 1, columns: 3 })
})

test('changes are undone and redone in their order; a new one ends redoing', () => {
  const edit = (value: string) =>
    cellsChanged([{ id: 'r', values: { a: null } }], [{ id: 'r', values: { a: value } }])
  const stack = recorded(recorded(EMPTY_STACK, edit('1')), rowsRemoved(['r']))
  const first = undone(stack)!
  assert.deepEqual(first.step, { do: 'restore', ids: ['r'] })
  const second = undone(first.stack)!
  assert.deepEqual(
    [second.step.do, second.change.label, undone(second.stack)],
    ['update', '1 cell', undefined],
  )
  assert.deepEqual(redone(second.stack)!.step, { do: 'update', changes: [{ id: 'r', values: { a: '1' } }] })
  assert.equal(redone(recorded(second.stack, edit('2'))), undefined)
})

test('an earlier change is undone alone, and only once', () => {
  const [removal, other] = [rowsRemoved(['r']), rowsAdded(['s'])]
  const { stack } = undone(recorded(recorded(EMPTY_STACK, removal), other), removal)!
  assert.deepEqual(stack, { done: [other], undone: [removal] })
  assert.equal(undone(stack, removal), undefined)
  assert.equal(redone(stack, other), undefined)
})

test('rows come back from the trash, and never as new ones: an insert would approve them and drop their author', () => {
  for (const change of [rowsRemoved(['r', 's']), rowsAdded(['r', 's'])])
    assert.deepEqual(
      [change.undo, change.redo].toSorted((a, b) => a.do.localeCompare(b.do)),
      [
        { do: 'remove', ids: ['r', 's'] },
        { do: 'restore', ids: ['r', 's'] },
      ],
    )
})

test('the history says of each change what a field was and became, and who changed it', () => {
  const fields = [
    { id: 'aaaaaaaa', name: 'name', title: 'Name', kind: 'text' },
    { id: 'bbbbbbbb', name: 'tags', title: 'Tags', kind: 'choices' },
  ] as const
  const change = (id: string, before: object, act = 'changed') =>
    ({ id, row_id: 'r', at: '', act, actor_kind: 'visitor', actor_id: null, before }) as RowChange
  const steps = historySteps(fields, { name: 'three', tags: ['a'] }, [
    change('4', { name: 'three', tags: ['a'] }, 'restored'),
    change('3', { name: 'two', tags: ['a'] }),
    change('2', { name: 'two', tags: null }),
    change('1', { name: 'one', tags: null }),
  ])
  assert.deepEqual(
    steps.map((step) => step.fields.map(({ field, before, after }) => [field.name, before, after])),
    [[], [['name', 'two', 'three']], [['tags', null, ['a']]], [['name', 'one', 'two']]],
  )
  const staff = { actor_kind: 'staff' } as const
  assert.deepEqual(
    [actorText(staff, undefined), actorText(staff, 'ann@shop.test')],
    ['You or your staff', 'ann@shop.test'],
  )
})

test('only rows in view are rendered, also in a table that is taller than browsers allow', () => {
  assert.deepEqual(rowWindow(0, 360, 36, 100_000), { first: 0, end: 15 })
  assert.deepEqual(rowWindow(36_000, 360, 36, 100_000), { first: 995, end: 1015 })
  assert.deepEqual(rowWindow(36 * 99_990, 360, 36, 100_000), { first: 99_985, end: 100_000 })
  assert.equal(rowWindow(MOST_HEIGHT, 360, 36, 5_000_000).end, Math.floor(MOST_HEIGHT / 36))
  assert.deepEqual(rowWindow(5000, 360, 36, 3), { first: 2, end: 3 })
  assert.deepEqual(pagesOf({ first: 190, end: 401 }, 200), [0, 1, 2])
  assert.deepEqual(
    [scrollToRow(100, 360, 36, 0), scrollToRow(0, 360, 36, 20), scrollToRow(0, 360, 36, 3)],
    [0, 396, 0],
  )
})

test('filters become terms of the data API; those that are not finished do not apply', () => {
  const fields = [
    field('name'),
    field('price', 'money', { currency: 'eur' }),
    field('day', 'date'),
    field('done', 'yes_no'),
    field('tags', 'choices', { choices: [{ value: 'a"b', title: 'A' }] }),
  ]
  const term = (name: string, operator: string, value = '') =>
    filterTerms(fields, [{ field: name, operator: operator as 'is', value }])[0]?.slice(1)
  assert.deepEqual(term('name', 'contains', '50%_*'), ['ilike', '*50\\%\\_**'])
  assert.deepEqual(term('price', 'above', '12,50'), ['gt', '1250'])
  assert.deepEqual(term('day', 'from', '24.12.2026'), ['gte', '2026-12-24'])
  assert.deepEqual(term('done', 'no'), ['is', 'false'])
  assert.deepEqual(term('tags', 'has', 'a"b'), ['cs', '{"a\\"b"}'])
  assert.deepEqual(term('name', 'filled'), ['not.is', 'null'])
  assert.deepEqual(term('approved', 'no'), ['is', 'false'])
  assert.deepEqual(
    [term('price', 'is', 'x'), term('name', 'is', ' '), term('gone', 'is', 'x')],
    [undefined, undefined, undefined],
  )
  assert.ok(operatorsOf('rating').includes('above'))
})

test('a view orders, hides and sizes columns, and broken storage gives none', () => {
  const fields = ['a', 'b', 'c', 'd'].map((name) => field(name))
  const names = (view: typeof EMPTY_VIEW) =>
    visibleColumns(fields, view)
      .map(({ field: { name } }) => name)
      .join('')
  const hidden = toggleField(EMPTY_VIEW, 'b')
  assert.equal(names(hidden), 'acd')
  assert.equal(names(moveField(fields, hidden, 'c', -1)), 'cad')
  assert.equal(names(toggleField(moveField(fields, hidden, 'a', 1), 'b')), 'bcad')
  assert.equal(moveField(fields, hidden, 'd', 1), hidden)
  assert.equal(visibleColumns(fields, resizeField(hidden, 'a', 5))[0]!.width, 64)
  assert.deepEqual(viewOf(JSON.parse(JSON.stringify(hidden)), fields), hidden)
  for (const bad of [
    null,
    5,
    {},
    { ...hidden, order: [5] },
    { ...hidden, filters: [{ field: 'a', operator: 'toString', value: '' }] },
  ])
    assert.equal(viewOf(bad, fields), undefined)
})

test('a stored view outlives renamed and removed fields, and those of before are read', () => {
  const [name, owes] = [field('name', 'text', { id: 'aaaaaaa1' }), field('owes', 'money', { id: 'aaaaaaa2' })]
  const view = {
    ...EMPTY_VIEW,
    order: ['owes', 'name'],
    hidden: ['owes'],
    widths: { owes: 90 },
    filters: [{ field: 'owes', operator: 'above' as const, value: '5' }],
    sorts: [{ field: 'created_at', isDescending: true }],
    group: { field: 'name' },
    height: 'tall' as const,
  }
  const design = JSON.parse(JSON.stringify(designOf(view, [name, owes])))
  assert.deepEqual(viewOf(design, [name, owes]), view)
  const renamed = viewOf(design, [name, { ...owes, name: 'debt' }])!
  assert.deepEqual(
    [renamed.hidden, renamed.widths, renamed.filters[0]!.field],
    [['debt'], { debt: 90 }, 'debt'],
  )
  const removed = viewOf(design, [name])!
  assert.deepEqual(filterTerms([name], removed.filters), [])
  assert.deepEqual(
    visibleColumns([name], removed).map((column) => column.field.name),
    ['name'],
  )
  assert.deepEqual(designOf(removed, [name]), design, 'the field may come back')
  const { group: _group, height: _height, ...older } = view
  assert.deepEqual(viewOf(older, [name, owes]), { ...view, group: null, height: 'short' })
})

/** A table in memory. */
function memorySource(count: number) {
  const rows = Array.from(
    { length: count },
    (_, index) => ({ id: `r${index}`, name: `Row ${index}`, updated_at: '1' }) as unknown as GridRow,
  )
  const requests: [from: number, isCounted: boolean][] = []
  const page = async (_: RowQuery, from: number, size: number, isCounted: boolean) => {
    requests.push([from, isCounted])
    return { rows: rows.slice(from, from + size), total: isCounted ? rows.length : undefined }
  }
  return { source: { page } as unknown as RowSource, rows, requests }
}

test('rows are loaded by pages as they come into view, once, and old pages are dropped', async () => {
  const { source, requests } = memorySource(100_000)
  const store = new RowStore(source, { filters: [], sorts: [] })
  await Promise.all([store.load({ first: 0, end: 30 }), store.load({ first: 0, end: 30 })])
  assert.deepEqual([store.total, requests], [100_000, [[0, true]]])
  await store.load({ first: 99_950, end: 100_000 })
  assert.deepEqual([store.row(99_999)!.id, store.row(500)], ['r99999', undefined])
  for (let first = 0; first < 20_000; first += 200) await store.load({ first, end: first + 30 })
  const loaded = Array.from({ length: 500 }, (_, page) => store.row(page * 200)).filter(Boolean).length
  assert.ok(loaded <= 61, `${loaded} pages`)
  assert.equal(requests.filter(([, isCounted]) => isCounted).length, 1)
})

test('changes appear at once, and those of others are marked', async () => {
  const { source, rows } = memorySource(300)
  const store = new RowStore(source, { filters: [], sorts: [] })
  await store.load({ first: 0, end: 300 })
  let changes = 0
  store.subscribe(() => changes++)
  store.patch('r250', { name: 'Mine' })
  assert.deepEqual([store.row(250)!.name, store.indexOf('r250'), changes], ['Mine', 250, 1])
  store.put({ ...rows[250]!, name: 'Stored', updated_at: '2' })
  rows[250] = { ...rows[250]!, name: 'Stored', updated_at: '2' }
  rows[3] = { ...rows[3]!, name: 'Theirs', updated_at: '2' }
  rows.push({ ...rows[0]!, id: 'new' })
  await store.refresh()
  assert.deepEqual(
    [store.row(3)!.name, store.isChangedByOthers('r3'), store.isChangedByOthers('r250')],
    ['Theirs', true, false],
  )
  assert.equal(store.total, 301)
})

test('a request that failed says so, and the next one counts again', async () => {
  const { source, requests } = memorySource(10)
  let isOffline = true
  const page: RowSource['page'] = (...input) =>
    isOffline ? Promise.reject(new Error('No connection')) : source.page(...input)
  const store = new RowStore({ ...source, page }, { filters: [], sorts: [] })
  await store.load({ first: 0, end: 10 })
  assert.deepEqual([store.error?.message, store.total], ['No connection', undefined])
  isOffline = false
  await store.load({ first: 0, end: 10 })
  assert.deepEqual([store.error, store.total, requests], [undefined, 10, [[0, true]]])
})
