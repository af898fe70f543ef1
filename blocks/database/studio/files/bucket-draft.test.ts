import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  NEW_BUCKET,
  draftOf,
  draftProblems,
  limitsOf,
  limitsText,
  sizeText,
  storedName,
} from './bucket-draft.ts'
import type { Bucket } from './bucket.ts'

const bucket: Bucket = {
  id: 'photos',
  name: 'photos',
  public: false,
  file_size_limit: 2_500_000,
  allowed_mime_types: ['image/*', 'application/pdf'],
  updated_at: '2026-03-01T08:00:00Z',
}

test('limits are typed in megabytes and with commas, and come back as they are stored', () => {
  const draft = draftOf(bucket)
  assert.deepEqual([draft.megabytes, draft.types], ['2.5', 'image/*, application/pdf'])
  assert.deepEqual(draftProblems(draft), {})
  const { file_size_limit, allowed_mime_types } = bucket
  assert.deepEqual(limitsOf(draft), { file_size_limit, allowed_mime_types })
  assert.deepEqual(limitsOf(NEW_BUCKET), { file_size_limit: null, allowed_mime_types: null })
  assert.deepEqual(limitsOf({ ...draft, types: ' Image/PNG,,text/plain ' }).allowed_mime_types, [
    'image/png',
    'text/plain',
  ])
})

test('each wrong field says what to do', () => {
  const fields = (change: object) => Object.keys(draftProblems({ ...NEW_BUCKET, name: 'a', ...change }))
  assert.deepEqual(fields({}), [])
  for (const name of ['', ' ', 'a/b', 'Fotos für alle']) assert.deepEqual(fields({ name }), ['name'], name)
  for (const megabytes of ['0', '-1', 'many', '1e9', '5 MB'])
    assert.deepEqual(fields({ megabytes }), ['megabytes'], megabytes)
  for (const types of ['png', 'image/', 'image/*, pdf']) assert.deepEqual(fields({ types }), ['types'], types)
})

test('limits and sizes read as text', () => {
  assert.equal(limitsText(bucket), 'Up to 2.5 MB, image/*, application/pdf')
  assert.equal(limitsText({ ...bucket, file_size_limit: null, allowed_mime_types: null }), undefined)
  assert.deepEqual([0, 999, 1500, 20e6, 1.25e9].map(sizeText), ['0 B', '999 B', '1.5 KB', '20 MB', '1.3 GB'])
})

test('files are stored under names that the service takes', () => {
  assert.equal(storedName('', 'Café menü.pdf'), 'Cafe menu.pdf')
  assert.equal(storedName('2026/', 'a/b\\c?.png'), '2026/a-b-c-.png')
  for (const odd of ['..', '日本', '']) assert.equal(storedName('x/', odd), 'x/file', odd)
})
