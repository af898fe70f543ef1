import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DataTable } from '#features/tables/endpoints.ts'
import type { Audience } from '#kernel/browser/audience.ts'
import { EVERYONE, MEMBERS, tableBuilder } from '#testing/own-tables.ts'
import { testApp } from '#testing/test-app.ts'
import { askAsStranger } from './ask-as-stranger.ts'
import { judgeStranger } from './judge-stranger.ts'
import type { Rules } from './rights-sentence.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })
const site = await tableBuilder(app)
const tables: DataTable[] = []
const none: Rules = { see: null, add: null, change: null, delete: null }

const { data: staffOnly } = await site
  .staff()
  .from('audiences')
  .insert({ tenant_id: site.tenant.id, name: 'No one', rule: { any: [] } })
  .select('id')
  .single<{ id: string }>()

/** A table with one approved and one waiting row, and its rules. */
async function makeTable(title: string, given: Partial<Rules>) {
  const table = await site.create(
    title,
    [
      { name: 'name', title: 'Name', kind: 'text' },
      { name: 'email', title: 'Email', kind: 'email', audience: staffOnly!.id },
    ],
    { ...given, approval: true },
  )
  tables.push(table)
  const { error } = await site
    .staff()
    .from(table.name)
    .insert([
      { name: 'Ann', email: 'ann@example.test', approved: true },
      { name: 'Bob', email: 'bob@example.test', approved: false },
    ])
  assert.equal(error, null)
  return { table, rules: { ...none, ...given } }
}

async function check({ table, rules }: { table: DataTable; rules: Rules }) {
  const api = {
    url: `${app.config.publicUrl}/rest/v1`,
    publicKey: site.tenant.public_key,
    fetch: (url: string, init: RequestInit) => app.fetch(url, init),
  }
  const audiences = new Map<string, Audience>([[staffOnly!.id, { any: [] }]])
  const observed = await askAsStranger(api, table, tables)
  const verdict = judgeStranger({ table, rules, audiences, approvedRows: 1 }, observed)
  const states = Object.fromEntries(verdict.findings.map(({ id, state }) => [id, state]))
  return { ...verdict, states }
}

const open = await makeTable('Open', { see: EVERYONE })
const closed = await makeTable('Closed', {})
const members = await makeTable('For members', { see: MEMBERS })
const pointer = await site.create('Pointers', [{ title: 'To', kind: 'relation', table: closed.table.id }], {
  see: EVERYONE,
})
tables.push(pointer)
const { data: first } = await site
  .staff()
  .from('closed')
  .select('id')
  .eq('name', 'Ann')
  .single<{ id: string }>()
const pointed = await site.staff().from('pointers').insert({ to: first!.id })
assert.deepEqual([pointed.error, pointed.status], [null, 201])

test('[peers D9] a stranger reads the approved rows of a public table, without its hidden fields', async () => {
  const { hasHole, states, rows, columns, findings } = await check(open)
  assert.equal(hasHole, false, JSON.stringify(findings, null, 1))
  assert.deepEqual(
    rows.map(({ name }) => name),
    ['Ann'],
  )
  assert.ok(!columns.includes('email'))
  assert.equal(states.hidden, 'pass')
  assert.equal(states.waiting, 'pass')
})

test('[peers D8] [peers D9] a stranger reads nothing of tables that are closed or for members, also through other tables', async () => {
  for (const one of [closed, members]) {
    const { hasHole, rows, findings } = await check(one)
    assert.equal(hasHole, false, JSON.stringify(findings, null, 1))
    assert.deepEqual(rows, [])
  }
  const { findings } = await check(closed)
  assert.ok(findings.some(({ id }) => id === 'embedded'))
  assert.ok((await check(members)).findings.some(({ id }) => id === 'members'))
})

test('[peers D9] the check finds a hole that was planted in the policies', async () => {
  await app.owner.query('create policy hole on app.records for select to anon using (true)')
  try {
    const leaked = await check(open)
    assert.equal(leaked.hasHole, true)
    assert.deepEqual([leaked.states.rows, leaked.states.waiting], ['fail', 'fail'])
  } finally {
    await app.owner.query('drop policy hole on app.records')
  }
  assert.equal((await check(open)).hasHole, false)
})

test('[peers D9] the check finds a table that opens more than its creator chose', async () => {
  // The description was changed behind the Studio's back: the screen still shows the rules from before.
  const changed = await site.change(closed.table, {
    see: EVERYONE,
    fields: closed.table.fields.map((field) => ({ ...field, audience: undefined })),
  })
  const leaked = await check({ table: closed.table, rules: closed.rules })
  assert.equal(leaked.hasHole, true)
  assert.deepEqual(
    ['rows', 'fields', 'hidden', 'embedded'].map((id) => leaked.states[id]),
    ['fail', 'fail', 'fail', 'fail'],
    JSON.stringify(leaked.findings, null, 1),
  )
  await site.change(changed, { see: null, fields: closed.table.fields })
})

test('[peers D9] a description that lists a closed table is a hole, and a request without an answer proves nothing', () => {
  const description = (body: Record<string, unknown>, status = 200) =>
    judgeStranger({ ...closed, audiences: new Map(), approvedRows: 1 }, [
      { kind: 'description', request: 'GET /rest/v1/', status, rows: [body], count: null },
    ])
  assert.equal(description({ definitions: { closed: { properties: { name: {} } } } }).hasHole, true)
  assert.equal(description({ definitions: { open: { properties: { name: {} } } } }).hasHole, false)
  assert.equal(description({}).isIncomplete, false)
  assert.equal(description({}, 429).isIncomplete, true)
  assert.equal(description({}, 401).isIncomplete, true)
})
