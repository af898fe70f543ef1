import assert from 'node:assert/strict'
import { test } from 'node:test'
import { splitHash } from './codes.ts'

const cases: [hash: string, codes: object, rest: string][] = [
  ['', {}, ''],
  ['#top', {}, '#top'],
  ['#bb_order=abc-_.~1', { order: 'abc-_.~1' }, ''],
  ['#bb_session=s1', { session: 's1' }, ''],
  ['#bb_session=s1&bb_order=o1', { session: 's1', order: 'o1' }, ''],
  ['#/route?x=1&bb_order=o1', { order: 'o1' }, '#/route?x=1'],
  ['#top&bb_session=s1', { session: 's1' }, '#top'],
  ['#bb_order=o1&top', { order: 'o1' }, '#top'],
  ['#bb_orders=o1', {}, '#bb_orders=o1'],
  ['#xbb_order=o1', {}, '#xbb_order=o1'],
  ['#bb_order=', {}, '#bb_order='],
  ['#bb_order=a<b', {}, '#bb_order=a<b'],
  ['#bb_token=t', {}, '#bb_token=t'],
]

for (const [hash, codes, rest] of cases)
  test(`one-time codes in "${hash}" are taken, the page's own part stays`, () => {
    assert.deepEqual(splitHash(hash), { codes, rest })
  })

test('a code of any length that is not ours is left alone', () => {
  const long = `#bb_order=${'a'.repeat(600)}`
  assert.deepEqual(splitHash(long), { codes: {}, rest: long })
})
