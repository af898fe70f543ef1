import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copyTitle } from '../block-row.ts'
import { alsoDone, readDone } from './checklist-state.ts'
import { searchBlocks } from './search-blocks.ts'

const blocks = [
  { title: 'Opening Hours', data: { type: 'text', content: 'Seven till two' } },
  { title: 'Baker', data: { type: 'profile', values: { name: 'Mara', bio: 'Head BAKER since 2019' } } },
  { title: 'Ärger', data: { type: 'custom', description: 'Notes of the crew' } },
]
const found = (words: string) => searchBlocks(blocks, words).map(({ title }) => title)

test('[S2-248] [S2-249] search matches titles and descriptions, ignoring case', () => {
  assert.deepEqual(found('opening'), ['Opening Hours'])
  assert.deepEqual(found('SEVEN'), ['Opening Hours'])
  assert.deepEqual(found('baker since'), ['Baker'])
  assert.deepEqual(found('ÄRGER'), ['Ärger'])
  assert.deepEqual(found('crew'), ['Ärger'])
  assert.deepEqual(found('  '), ['Opening Hours', 'Baker', 'Ärger'])
  assert.deepEqual(found('sourdough'), [])
})

test('a completed step stays completed; unknown stored values are ignored', () => {
  const none = { tenant: false, payments: false, block: false }
  assert.deepEqual(alsoDone({}, { ...none, block: true }), { block: true })
  const kept = { block: true } as const
  assert.equal(alsoDone(kept, none), kept)
  assert.deepEqual(readDone({ tenant: true, payments: 'yes', evil: true }), { tenant: true })
  for (const odd of [undefined, null, 'x', 4, []]) assert.deepEqual(readDone(odd), {})
})

test('the title of a duplicate says so and never exceeds the maximum length', () => {
  assert.equal(copyTitle('Hours'), 'Hours (copy)')
  assert.equal(copyTitle('x'.repeat(120)).length, 120)
  assert.match(copyTitle(`${'x'.repeat(112)}😀😀`), /^x{112} \(copy\)$/)
})
