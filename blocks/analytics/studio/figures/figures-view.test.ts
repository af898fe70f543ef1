import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeOf, nameOf, periodOf, readFiguresView, writeFiguresView } from './figures-view.ts'
import { vitalText } from './vitals.ts'

test('the address has tab, period and filters, and other parameters stay', () => {
  const query = new URLSearchParams('tenant=t&figure=views&days=7&source=&page=%2Fa')
  const view = readFiguresView(query)
  assert.deepEqual(view, { tab: 'views', days: 7, segment: { source: '', page: '/a' } })
  assert.equal(writeFiguresView(query, view), '?tenant=t&figure=views&days=7&source=&page=%2Fa')
  assert.equal(writeFiguresView(query, { tab: 'visits', days: 30, segment: {} }), '?tenant=t')
})

test('unknown values become the defaults', () => {
  assert.deepEqual(readFiguresView(new URLSearchParams('figure=x&days=8')), {
    tab: 'visits',
    days: 30,
    segment: {},
  })
})

test('a period ends today', () => {
  assert.deepEqual(periodOf('2026-03-01', 7), { from: '2026-02-23', to: '2026-03-01' })
  assert.deepEqual(periodOf('2026-03-01', 1), { from: '2026-03-01', to: '2026-03-01' })
})

test('a change compares with the days before, if there was anything', () => {
  assert.deepEqual([changeOf(3, 2), changeOf(1, 2), changeOf(5, 0)], [50, -50, undefined])
})

test('empty values, codes and steps of blocks have a name', () => {
  assert.deepEqual(
    [
      nameOf('source', ''),
      nameOf('country', ''),
      nameOf('country', 'DE'),
      nameOf('page', '/a'),
      nameOf('device', 'phone'),
      nameOf('block', 'pay:opened'),
      nameOf('block', 'gone:opened'),
    ],
    ['Direct', 'Unknown', 'Germany', '/a', 'Phone', 'Products: opened', 'gone:opened'],
  )
})

test('vitals read as seconds, milliseconds or a score', () => {
  assert.deepEqual(
    [vitalText('LCP', 1820), vitalText('INP', 139.6), vitalText('CLS', 0.048)],
    ['1.82 s', '140 ms', '0.05'],
  )
})
