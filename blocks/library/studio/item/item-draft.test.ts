import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StaffItemWithBody } from '#blocks/library/endpoints-studio.ts'
import { differences, draftOf, emptyDraft, givenOf, problemsOf } from './item-draft.ts'

const NOW = '2026-11-27T16:00:00.000Z'
const doc = { type: 'doc' as const, content: [{ type: 'paragraph' as const }] }
const stored: StaffItemWithBody = {
  id: 'a',
  kind: 'article',
  slug: 'bread',
  title: 'Bread',
  summary: null,
  teaser: 'Flour',
  cover: null,
  tags: ['dough'],
  status: 'published',
  published_at: '2026-11-01T08:00:12.345Z',
  audience: 'b',
  is_teaser: true,
  is_listed: false,
  counts_from: 'start',
  has_certificate: false,
  revision: 3,
  created_at: NOW,
  updated_at: NOW,
  finished: 0,
  started: 0,
  body: { doc },
}

test('a stored item that is saved unchanged stays as it is, with its time of publishing', () => {
  const given = givenOf(draftOf(stored), 'article')
  const { title, summary, teaser, cover, tags, published_at, audience, is_teaser, is_listed, counts_from } =
    stored
  assert.deepEqual(given, {
    title,
    summary,
    teaser,
    cover,
    tags,
    published_at,
    audience,
    is_teaser,
    is_listed,
    counts_from,
    body: { doc },
  })
})

test('publishing leaves the time to the server, a draft has none', () => {
  const draft = { ...emptyDraft(), title: ' Bread ' }
  assert.equal(givenOf({ ...draft, state: 'published' }, 'article').published_at, 'now')
  assert.equal(givenOf(draft, 'article').published_at, null)
  assert.equal(givenOf(draft, 'article').title, 'Bread')
})

test('only content of the kind is sent', () => {
  const file = { path: 'x/a.pdf', name: 'a.pdf', type: 'application/pdf', size: 9 }
  const draft = { ...emptyDraft(), title: 'A', url: 'https://a.example/', file, doc }
  assert.deepEqual(givenOf(draft, 'course').body, {})
  assert.deepEqual(givenOf(draft, 'link').body, { doc, url: 'https://a.example/' })
  assert.deepEqual(givenOf(draft, 'video').body, { doc, file: { path: 'x/a.pdf', name: 'a.pdf' } })
})

test('what visitors see needs its content; a draft needs only a title', () => {
  const draft = { ...emptyDraft(), title: 'A' }
  assert.deepEqual(problemsOf(draft, 'video'), {})
  assert.deepEqual(Object.keys(problemsOf({ ...draft, state: 'published' }, 'video')), ['file'])
  assert.deepEqual(Object.keys(problemsOf({ ...draft, state: 'published' }, 'article')), ['doc'])
  assert.deepEqual(Object.keys(problemsOf({ ...draft, url: 'http://a.example' }, 'link')), ['url'])
  assert.deepEqual(Object.keys(problemsOf({ ...draft, title: ' ', slug: 'A b' }, 'course')), [
    'title',
    'slug',
  ])
})

test('a schedule is in the future', () => {
  const draft = { ...emptyDraft(), title: 'A', state: 'scheduled' as const }
  assert.ok(problemsOf(draft, 'course').scheduledFor)
  assert.ok(problemsOf({ ...draft, scheduledFor: '2026-11-26T10:00' }, 'course', new Date(NOW)).scheduledFor)
  assert.deepEqual(problemsOf({ ...draft, scheduledFor: '2026-11-29T10:00' }, 'course', new Date(NOW)), {})
})

test('a conflict names the fields that differ', () => {
  const draft = draftOf(stored)
  assert.deepEqual(differences(draft, draftOf(stored)), [])
  assert.deepEqual(differences({ ...draft, title: 'Rolls', isListed: true }, draft), ['title', 'audience'])
})
