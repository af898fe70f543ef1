import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Claims } from '#kernel/db/claims.ts'
import { createLogger } from '#kernel/log.ts'
import { fillTables } from '#testing/access-matrix.ts'
import { insertSql, keyText, rightsOf } from '#testing/access/cells.ts'
import { principals } from '#testing/access/principals.ts'
import type { Principal } from '#testing/access/principals.ts'
import type { Row, TableAccess } from '#testing/access/types.ts'
import { allUnits } from '#testing/access/units.ts'
import { staff, world } from '#testing/access/world.ts'
import { eventually } from '#testing/eventually.ts'
import { testDatabase } from '#testing/test-database.ts'
import { openChangeSource } from './change-source.ts'

/** Tables whose changes cannot be watched, with the reason. Everything else in `public` is published. */
const NOT_PUBLISHED: Record<string, string> = {
  'public.analytics_funnels': 'the dashboard reads them with their figures',
  'public.analytics_goals': 'the dashboard reads them with their figures',
  'public.analytics_notes': 'the dashboard reads them with its figures',
  'public.analytics_settings': 'one person changes them, on one screen',
  'public.audit_log': 'each change of a watched row would be two events',
  'public.checkin_devices':
    'the staff at the door read them when they open the page, and after each change of their own',
  'public.checkin_lists': 'read with their devices',
  'public.grid_views': 'a grid reads its views when it is opened, and a save names the version it changes',
  'public.item_pictures': 'a change would carry the bytes of a file',
  'public.library_bodies': 'a change would carry a whole article; blocks read what is open to their visitor',
  'public.library_captions': 'read with the address of their media',
  'public.library_certificates': 'read with their course',
  'public.library_items':
    'what members may see also changes without a change of the row; blocks read it again',
  'public.library_lessons': 'read with their course',
  'public.library_modules': 'read with their course',
  'public.library_progress': 'a player stores its position every few seconds',
  'public.library_videos':
    'a process reports its progress every two seconds; the Studio reads it while it is shown',
  'public.prompt_assistants': 'a save names the version it changes, and blocks read it when they open',
  'public.prompt_conversations': 'the Studio reads its log in pages, and a frame its own after each answer',
  'public.prompt_documents': 'reading a site would be as many events as it has pages',
  'public.prompt_messages': 'a change would carry a whole answer; a frame gets its own as a stream',
  'public.prompt_sources': 'reading a site changes it often; the Studio reads it while one is read',
  'public.prompt_test_runs': 'the response of a run has it',
  'public.prompt_tests': 'saved as a whole by who shows them',
  'public.role_members': 'giving a role to 1,000 members would be as many events',
  'public.team_invitations': 'the server alone writes them, and reads them with their team',
  'public.team_members': 'deleting a team would be as many events as it has members',
  'public.team_orders': 'deleting a team would be as many events as it has purchases',
  'public.teams': 'a team that is deleted takes along what says who may know',
  'public.ticket_codes': 'buyers never see them, and the Studio reads them with their event',
  'public.ticket_event_secrets': 'for holders alone, who read them with their tickets',
  'public.ticket_messages': 'the server alone writes them, and the Studio reads them after each',
  'public.ticket_phases': 'read with their event',
  'public.ticket_series': 'read with their events',
  'public.ticket_type_quotas': 'read with their event',
  'public.ticket_types': 'each hold changes them; their seats are watched by the quotas',
  'public.ticket_waits': 'read with their event',
}

const db = await testDatabase()
const { owner, database } = db
const source = openChangeSource({ database, log: createLogger('error') })
db.beforeDrop(() => source.close())

const units = (await allUnits()).filter(({ unit }) => !unit.startsWith('services/'))
await fillTables(owner, { unit: 'all of them', tables: units.flatMap((unit) => unit.tables) })
await owner.query(`create table public.the_end (id uuid primary key default gen_random_uuid());
  grant select on public.the_end to service_role; select realtime.publish('public.the_end')`)
const { rows: published } = await owner.query<{ name: string }>(
  `select n.nspname || '.' || c.relname as name from pg_trigger g join pg_class c on c.oid = tgrelid
   join pg_namespace n on n.oid = relnamespace where tgfoid = 'realtime.capture()'::regprocedure and relname <> 'the_end' order by 1`,
)
const isPublished = (table: string) => published.some(({ name }) => name === table)
/** Tables that others reference are deleted last, in this order, after all others. */
const PARENTS = [
  'public.ticket_events',
  'public.audiences',
  'public.orders',
  'public.tenant_staff',
  'public.tenants',
  'public.bolt_plans',
]
const tables = units
  .flatMap((unit) => unit.tables)
  .filter(({ table }) => isPublished(table))
  .sort((a, b) => PARENTS.indexOf(a.table) - PARENTS.indexOf(b.table))

/** Staff whose rights end with the deleted rows, and the only row whose deletion is reported to them. */
const LOSES_RIGHT: Record<string, Record<string, string>> = {
  'admin of A': { 'public.tenant_staff': "A's admin", 'public.tenants': 'none' },
  'editor of A': { 'public.tenants': 'none' },
  'support of A': { 'public.tenants': 'none' },
}

interface Received {
  type: string
  record?: Row
  old_record?: Row
  columns: { name: string }[]
}

/**
 * Every principal that may read anything of a table watches it, all at the same time, with its `eq`
 * conditions too.
 */
async function watchAs(table: TableAccess, claims: Claims, eq: Record<string, string> = {}) {
  const received: Received[] = []
  const [schema, name] = table.table.split('.') as [string, string]
  const filter = Object.entries(eq)
    .map(([column, value]) => `${column}=eq.${value}`)
    .join(',')
  const subscription = await source.subscribe({
    claims,
    bindings: [{ event: '*', schema, table: name, filter }],
    deliver: (_, data) => void received.push(JSON.parse(data)),
    onLost: (reason) => assert.fail(reason),
  })
  return { received, close: () => subscription.close() }
}

/** Runs statements as the owner and waits until all their changes were delivered. */
async function written(sql: string): Promise<void> {
  let ended = false
  const subscription = await source.subscribe({
    claims: principals.service,
    bindings: [{ event: 'INSERT', schema: 'public', table: 'the_end' }],
    deliver: () => (ended = true),
    onLost: (reason) => assert.fail(reason),
  })
  await owner.query(sql)
  await owner.query('insert into public.the_end default values')
  await eventually('the end', async () => ended)
  await subscription.close()
}

const names = Object.keys(principals).filter((name) => name !== 'owner') as Exclude<Principal, 'owner'>[]

test('every table that clients read is published, or listed with the reason', async () => {
  const { rows } = await owner.query<{ name: string }>(
    `select n.nspname || '.' || relname as name from pg_class c join pg_namespace n on n.oid = relnamespace
     where nspname = 'public' and relkind in ('r', 'p') and relname <> 'the_end' order by 1`,
  )
  assert.deepEqual(
    rows.map(({ name }) => name).filter((name) => !isPublished(name)),
    Object.keys(NOT_PUBLISHED),
  )
  assert.deepEqual(
    tables.map(({ table }) => table).sort(),
    published.map(({ name }) => name),
  )
})

test("[M02] tenants' own tables: rows of the access matrix reach those who may read them, without their storage", async () => {
  const records = units.flatMap((unit) => unit.tables).find(({ table }) => table === 'app.records')!
  const labelled = new Map(Object.entries(records.rows).map(([label, row]) => [String(row.id), label]))
  const watchers = []
  for (const name of names)
    for (const tenant of [world.tenantA, world.tenantB])
      for (const table of ['canary_1', 'canary_2']) {
        const received: Received[] = []
        const watching = await source
          .subscribe({
            claims: principals[name],
            tenant,
            bindings: [{ event: '*', schema: 'public', table }],
            deliver: (_, data) => void received.push(JSON.parse(data)),
            onLost: (reason) => assert.fail(reason),
          })
          .catch((error: Error) => assert.match(error.message, /Unable to subscribe/))
        watchers.push({ name, received, watching })
      }
  await written(
    `update app.records set t1 = 'Changed' where id = any (array[${[...labelled.keys()].map((id) => `'${id}'`).join()}]::uuid[])`,
  )
  const isVisitor = (name: Principal) => ['anon', 'end_user'].includes(principals[name]?.role ?? '')
  for (const [name, own] of Map.groupBy(watchers, (watcher) => watcher.name)) {
    const received = own.flatMap((watcher) => watcher.received)
    const expected = rightsOf(records, name).select?.rows ?? []
    // Visitors watch their own tenant, whichever they name, so these two subscriptions are the same.
    assert.deepEqual(
      received.map(({ record }) => labelled.get(String(record?.id)) ?? '?').sort(),
      [...expected, ...(isVisitor(name) ? expected : [])].sort(),
      name,
    )
    for (const { record } of received)
      assert.deepEqual(Object.keys(record!), [
        'id',
        'words',
        'created_at',
        'updated_at',
        'created_by',
        'team_id',
        'approved',
      ])
    for (const { watching } of own) await watching?.close()
  }
})

for (const table of tables) {
  const labelled = new Map(Object.entries(table.rows).map(([label, row]) => [keyText(table, row), label]))
  const labels = (rows: (Row | undefined)[]) =>
    rows.map((row) => labelled.get(keyText(table, row ?? {})) ?? `? ${keyText(table, row ?? {})}`).sort()
  // A row from a migration has labels too; other rows can exist beside it.
  const isTestRow = Object.values(table.rows)
    .map((row) => table.key.map((column) => `${column} = '${String(row[column])}'`).join(' and '))
    .map((one) => `(${one})`)
    .join(' or ')

  test(`[M02] ${table.table}: changes reach those who may read the row, with only the columns they may read`, async () => {
    const { rows: columnRows } = await owner.query<{ name: string; key: boolean }>(
      `select attname as name, attnum = any (indkey::int2[]) as key from pg_attribute
       join pg_index on indrelid = attrelid and indisprimary where attrelid = $1::regclass and attnum > 0`,
      [table.table],
    )
    // The test of the staff deletes them, and the tenants are watched by them after that.
    if (table.table === 'public.tenants')
      for (const member of staff) await owner.query(insertSql('public.tenant_staff', member))
    const keyColumns = columnRows.filter(({ key }) => key).map(({ name }) => name)
    const watchers = []
    for (const name of names) {
      const rights = rightsOf(table, name)
      if (!rights.select) {
        await assert.rejects(watchAs(table, principals[name]), /Unable to subscribe/, `${name} is refused`)
        continue
      }
      const { columns, rows, asking = [] } = rights.select
      watchers.push({ name, columns, rows, ...(await watchAs(table, principals[name])) })
      // A filter sets `request.eq`, as in the data API, and excludes rows that do not match it.
      for (const { eq, rows: matchingRows } of asking) {
        if (!Object.keys(eq).every((column) => columns.includes(column))) {
          await assert.rejects(watchAs(table, principals[name], eq), /invalid column for filter/)
          continue
        }
        const fitting = matchingRows.filter((label) =>
          Object.entries(eq).every(([column, value]) => String(table.rows[label]?.[column]) === value),
        )
        watchers.push({ name, columns, rows: fitting, ...(await watchAs(table, principals[name], eq)) })
      }
    }
    const first = Object.keys(Object.values(table.rows)[0]!).find(
      (column) => !table.computed?.includes(column),
    )!
    await written(`update ${table.table} set "${first}" = "${first}" where ${isTestRow}`)
    for (const { name, received, rows, columns } of watchers) {
      assert.deepEqual(
        labels(received.map(({ record }) => record)),
        [...rows].sort(),
        `${name} receives the rows it may read`,
      )
      for (const { record, old_record, columns: sentColumns } of received) {
        assert.deepEqual(Object.keys(record!).sort(), [...columns].sort(), `${name} sees the columns it may`)
        assert.deepEqual(sentColumns.map((column) => column.name).sort(), [...columns].sort())
        assert.deepEqual(
          Object.keys(old_record!).sort(),
          keyColumns.filter((key) => columns.includes(key)).sort(),
        )
      }
      received.length = 0
    }
    // Other rows that no one watches reference plans, too.
    if (table.table === 'public.bolt_plans') await owner.query('delete from app.plan_checkouts')
    await written(`delete from ${table.table} where ${isTestRow}`)
    for (const { name, received, rows, columns, close } of watchers) {
      assert.deepEqual(
        received.map(({ type }) => type),
        // Who loses their right in the same statement is notified of their own row at most.
        rows
          .filter((row) => !LOSES_RIGHT[name]?.[table.table] || row === LOSES_RIGHT[name][table.table])
          .map(() => 'DELETE'),
        `${name} is notified of deleted rows that it could read`,
      )
      for (const { record, old_record } of received) {
        assert.equal(record, undefined)
        assert.deepEqual(
          Object.keys(old_record!).sort(),
          keyColumns.filter((key) => columns.includes(key)).sort(),
        )
      }
      await close()
    }
    assert.ok(watchers.some(({ rows }) => rows.length > 0))
  })
}
