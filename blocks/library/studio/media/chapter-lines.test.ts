import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chaptersOf, linesOf } from './chapter-lines.ts'

test('chapters are lines with a time and a title, and back', () => {
  const lines = '0:00 Start\n1:30 The dough: <b>knead</b>\n1:02:03 Bake'
  const read = chaptersOf(`\n${lines}\n\n`)
  assert.deepEqual(read, {
    chapters: [
      { at: 0, title: 'Start' },
      { at: 90, title: 'The dough: <b>knead</b>' },
      { at: 3723, title: 'Bake' },
    ],
  })
  assert.equal(linesOf('chapters' in read ? read.chapters : []), lines)
})

test('a line that is none is named', () => {
  for (const [lines, problem] of [
    ['Start', /Line 1: write a time/],
    ['0:00 A\n0:75 B', /Line 2: write a time/],
    ['0:10 A\n\n0:10 B', /Line 3: each chapter starts after/],
    [`0:10 ${'x'.repeat(161)}`, /at most 160/],
  ] as const) {
    const read = chaptersOf(lines)
    assert.match('problem' in read ? read.problem : '', problem)
  }
})
