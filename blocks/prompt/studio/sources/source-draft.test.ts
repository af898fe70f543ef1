import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StaffSource } from '#blocks/prompt/endpoints-studio.ts'
import { emptySource, givenSourceOf, sourceDraftOf, sourceProblems } from './source-draft.ts'
import { KIND_LIST } from './source-list.ts'

const DESIGNS: Record<StaffSource['kind'], StaffSource['design']> = {
  pages: { pages: { url: 'https://bakery.test/', include: ['/docs'], exclude: ['/docs/old'], most: 20 } },
  file: { file: { path: 'a/menu.pdf', name: 'menu.pdf', type: 'application/pdf', size: 12 } },
  answers: { answers: [{ question: 'When?', answer: 'At 8.' }] },
  table: { table: { table: '0190d2a0-0000-7000-8000-000000000401', fields: ['abcd1234'] } },
  library: { library: { tags: ['bread', 'starter'] } },
  events: { events: { series: null } },
}
const stored = (kind: StaffSource['kind']): StaffSource => ({
  id: '0190d2a0-0000-7000-8000-000000000402',
  assistant_id: '0190d2a0-0000-7000-8000-000000000403',
  title: 'A source',
  kind,
  design: DESIGNS[kind],
  audience: ['pages', 'file', 'answers'].includes(kind) ? '0190d2a0-0000-7000-8000-000000000404' : null,
  sync_days: kind === 'pages' ? 7 : null,
  state: 'ready',
  problem: null,
  documents: 0,
  passages: 0,
  synced_at: null,
  revision: 1,
  created_at: '2026-03-02T09:00:00Z',
  updated_at: '2026-03-02T09:00:00Z',
})

test('each kind of source comes back from its form unchanged', () => {
  for (const kind of KIND_LIST) {
    const source = stored(kind)
    const draft = sourceDraftOf(source)
    const { title, design, audience, sync_days } = source
    assert.deepEqual(givenSourceOf(draft, kind, 'Else'), { title, kind, design, audience, sync_days })
    assert.deepEqual(sourceProblems(draft, kind), {}, kind)
  }
})

test('an empty form names what is missing, and library and events need nothing', () => {
  const missing = Object.fromEntries(
    KIND_LIST.map((kind) => [kind, Object.keys(sourceProblems(emptySource(), kind))]),
  )
  assert.deepEqual(missing, {
    pages: ['url'],
    file: ['file'],
    answers: ['answers'],
    table: ['table'],
    library: [],
    events: [],
  })
  assert.ok(sourceProblems({ ...emptySource(), url: 'http://bakery.test' }, 'pages').url)
  assert.ok(
    sourceProblems({ ...emptySource(), answers: [{ question: 'When?', answer: ' ' }] }, 'answers').answers,
  )
})

test('tables, library and events have no audience of their own', () => {
  const audience = '0190d2a0-0000-7000-8000-000000000404'
  assert.equal(givenSourceOf({ ...emptySource(), audience }, 'table', 'Rows').audience, null)
  assert.equal(givenSourceOf({ ...emptySource(), audience }, 'answers', 'FAQ').audience, audience)
})
