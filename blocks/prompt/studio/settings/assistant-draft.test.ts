import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StaffAssistant } from '#blocks/prompt/endpoints-studio.ts'
import { starterAssistant } from '../starter-assistant.ts'
import { differences, draftOf, givenOf, isAssistantDraft, numberOf, problemsOf } from './assistant-draft.ts'

const stored: StaffAssistant = {
  ...starterAssistant('Corner Bakery'),
  id: '0190d2a0-0000-7000-8000-000000000401',
  audience: '0190d2a0-0000-7000-8000-000000000402',
  revision: 1,
  sources: 0,
  failed: 0,
  created_at: '2026-03-02T09:00:00Z',
  updated_at: '2026-03-02T09:00:00Z',
}
const draft = draftOf(stored)

test('what is stored comes back from the form unchanged', () => {
  const { id: _, revision: __, sources: ___, failed: ____, created_at: _c, updated_at: _u, ...given } = stored
  assert.deepEqual(givenOf(draft), given)
  assert.deepEqual(problemsOf(draft), {})
  assert.equal(isAssistantDraft(draft), true)
  assert.equal(isAssistantDraft({ name: 'Another release' }), false)
  const form = { kind: 'form' as const, form: '0190d2a0-0000-7000-8000-000000000403' }
  for (const hand_over of [form, { kind: 'email' as const }, null])
    assert.deepEqual(givenOf(draftOf({ ...stored, hand_over })).hand_over, hand_over)
})

test('numbers may have separators, and problems name what the server would refuse', () => {
  assert.equal(numberOf('2,000,000'), 2_000_000)
  for (const typed of ['', '-1', '1.5', 'many']) assert.equal(numberOf(typed), undefined, typed)
  assert.deepEqual(problemsOf({ ...draft, name: ' ', answer_tokens: '20' }), {
    name: 'Enter a name.',
    answer_tokens: 'Enter a whole number from 50 to 4,000.',
  })
  assert.deepEqual(problemsOf({ ...draft, day_tokens: '3000000' }), {
    day_tokens: 'A day cannot have more tokens than a month.',
  })
  assert.ok(problemsOf({ ...draft, suggestions: 'a\nb\nc\nd\ne' }).suggestions)
  assert.deepEqual(problemsOf({ ...draft, suggestions: 'a\n\nb\nc\nd\n' }), {})
})

test('differences have the names of the screen', () => {
  assert.deepEqual(differences(draft, draft), [])
  assert.deepEqual(differences(draft, { ...draft, greeting: 'Hello', day_tokens: '1', month_tokens: '2' }), [
    'greeting',
    'limits',
  ])
})
