import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AUTHOR, EVERYONE, SIGNED_IN } from '../templates/template.ts'
import { type Rules, accessWarnings, opensToStrangers, rightsSentence } from './rights-sentence.ts'

const names = { products: [] }
const none: Rules = { see: null, add: null, change: null, delete: null }
const read = (rules: Partial<Rules>, approval = false) =>
  rightsSentence({ rules: { ...none, ...rules }, approval }, names)

test('a table without rights says that only the staff reach it [peers D8]', () => {
  assert.equal(
    read({}),
    'Only you and your staff can see and change rows. Visitors can add some through a form.',
  )
  assert.equal(read({ see: { any: [] } }), read({}))
})

test('rights of the same audience are one sentence', () => {
  assert.equal(
    read({ see: EVERYONE, change: AUTHOR, delete: AUTHOR }, true),
    'Everyone can see the rows. The author can change and delete their own rows.' +
      ' What visitors add or change is shown after you approve it.',
  )
  assert.equal(
    read({ see: SIGNED_IN, add: SIGNED_IN, change: SIGNED_IN }),
    'Signed-in members can see, add and change rows.',
  )
  assert.equal(
    read({ add: SIGNED_IN }, true),
    'Signed-in members can add rows. What visitors add or change waits for your approval.',
  )
})

test('a rule with times opens to strangers only in between', () => {
  const rule = { any: [{ kind: 'everyone', from: '2026-03-01T08:00:00Z', until: '2026-04-01T08:00:00Z' }] }
  assert.equal(opensToStrangers(rule, Date.parse('2026-03-02T00:00:00Z')), true)
  assert.equal(opensToStrangers(rule, Date.parse('2026-02-02T00:00:00Z')), false)
  assert.equal(opensToStrangers(rule, Date.parse('2026-05-02T00:00:00Z')), false)
  assert.equal(opensToStrangers(SIGNED_IN), false)
})

test('rights that strangers can abuse are named', () => {
  const warn = (rules: Partial<Rules>, approval = false) =>
    accessWarnings({ rules: { ...none, ...rules }, approval })
  assert.deepEqual(warn({ see: EVERYONE, change: AUTHOR, delete: AUTHOR }), [])
  assert.match(warn({ see: EVERYONE, change: EVERYONE })[0]!, /change every row/)
  assert.match(warn({ delete: EVERYONE })[0]!, /delete every row/)
  assert.match(warn({ add: EVERYONE })[0]!, /without your approval/)
  assert.doesNotMatch(warn({ add: EVERYONE }, true)[0]!, /without your approval/)
  assert.match(warn({ change: AUTHOR })[0]!, /cannot see/)
})
