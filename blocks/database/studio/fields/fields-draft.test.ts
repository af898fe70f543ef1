import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FIELD_KINDS, type Field } from '#kernel/browser/fields/field.ts'
import {
  changeDraft,
  draftProblems,
  givenFields,
  isChanged,
  losses,
  moved,
  nameInApi,
  redo,
  startDraft,
  undo,
  withNewField,
  withSettings,
  withoutField,
} from './fields-draft.ts'

const stored: Field[] = [
  { id: 'aaaaaaaa', name: 'name', title: 'Name', kind: 'text', max: 80, slot: 't1', indexed: true },
  { id: 'bbbbbbbb', name: 'stars', title: 'Stars', kind: 'rating', max: 5 },
]

test('every change can be undone and repeated; typing is one step', () => {
  let draft = startDraft(stored)
  draft = changeDraft(draft, withSettings(draft.present, 'aaaaaaaa', { title: 'N' }), 'title aaaaaaaa')
  draft = changeDraft(draft, withSettings(draft.present, 'aaaaaaaa', { title: 'Nick' }), 'title aaaaaaaa')
  draft = changeDraft(draft, moved(draft.present, 'bbbbbbbb', 0))
  draft = changeDraft(draft, withoutField(draft.present, 'aaaaaaaa'))
  assert.equal(draft.present.length, 1)
  draft = undo(undo(draft))
  assert.deepEqual(
    draft.present.map(({ title }) => title),
    ['Nick', 'Stars'],
  )
  draft = undo(draft)
  assert.equal(isChanged(draft.present, stored), false)
  assert.equal(undo(draft).present, draft.present)
  draft = redo(redo(draft))
  assert.deepEqual(
    draft.present.map(({ title }) => title),
    ['Stars', 'Nick'],
  )
  draft = changeDraft(draft, withoutField(draft.present, 'aaaaaaaa'))
  assert.equal(redo(draft).present, draft.present, 'a new change ends what could be repeated')
})

test('a new field of every kind but a relation can be saved as it is', () => {
  for (const kind of FIELD_KINDS) {
    const fields = withNewField(startDraft(stored).present, kind, 'new')
    assert.equal(draftProblems(fields).has('new'), kind === 'relation', kind)
    assert.equal(givenFields(fields).at(-1)!.id, undefined)
  }
})

test('a removed field is sent as the field that it was, without its time of removal', () => {
  const removed = { ...stored[1]!, removed_at: '2026-11-01T00:00:00.000Z' }
  const restored = [...startDraft([stored[0]!]).present, ...startDraft([removed]).present]
  assert.deepEqual(givenFields(restored), stored)
})

test('new titles differ, and names in the API avoid those in use', () => {
  const one = withNewField(startDraft(stored).present, 'text', 'x')
  const two = withNewField(one, 'text', 'y')
  assert.equal(two.at(-1)!.title, 'Text 2')
  assert.equal(nameInApi(two, { key: 'z', title: 'Name', kind: 'text' }), 'name_2')
  assert.equal(nameInApi(two, { key: 'z', title: 'Id', kind: 'text' }), 'id_2')
})

test('another kind drops the settings that it does not have, and the loss is reported', () => {
  const draft = startDraft(stored).present
  const fields = withSettings(draft, 'aaaaaaaa', { kind: 'number' })
  assert.deepEqual([fields[0]!.pattern, fields[0]!.max], [undefined, undefined])
  assert.equal(fields[0]!.name, 'name')
  assert.deepEqual(
    losses(fields, stored).converted.map(({ from, to }) => [from.kind, to.kind]),
    [['text', 'number']],
  )
  assert.deepEqual(
    losses(withoutField(fields, 'bbbbbbbb'), stored).removed.map(({ id }) => id),
    ['bbbbbbbb'],
  )
})

test('problems name the field that has them', () => {
  const start = startDraft(stored).present
  const problem = (settings: Parameters<typeof withSettings>[2]) =>
    draftProblems(withSettings(start, 'aaaaaaaa', settings)).get('aaaaaaaa')
  assert.equal(problem({}), undefined)
  assert.match(problem({ title: ' ' })!, /title/)
  assert.match(problem({ name: 'Name' })!, /API/)
  assert.match(problem({ name: 'created_at' })!, /every table/)
  assert.match(problem({ name: 'stars' })!, /another field/)
  assert.match(problem({ min: 90 })!, /above/)
  const three = ['x', 'y', 'z'].reduce(
    (fields, key) => withSettings(withNewField(fields, 'text', key), key, { unique: true }),
    start,
  )
  assert.match(draftProblems(three).get('z')!, /at most two/)
})
