import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { SERVICE } from '#kernel/db/claims.ts'
import type { Claims } from '#kernel/db/claims.ts'
import { openDatabase } from '#kernel/db/database.ts'
import { createLogger } from '#kernel/log.ts'
import { actAs } from '#testing/act-as.ts'
import { eventually } from '#testing/eventually.ts'
import { testDatabase } from '#testing/test-database.ts'
import type { ChangeBinding, ChangeSource } from '../ports.ts'
import { openChangeSource } from './change-source.ts'

const db = await testDatabase()
const { owner, appUrl } = db
const log = createLogger('silent')

/** One server process with its own connections and its own change source. */
function openProcess() {
  const database = openDatabase(appUrl, { poolSize: 5, log })
  const source = openChangeSource({ database, log })
  const end = async () => {
    await source.close()
    await database.close()
  }
  db.beforeDrop(end)
  return { database, source }
}
const one = openProcess()
const two = openProcess()

const tenant = randomUUID()
const creator = actAs.creator()
const stranger = actAs.creator()
const member = actAs.endUser(tenant)
await owner.query(`insert into public.tenants (id, name, owner_user_id) values ($1, 'A', $2)`, [
  tenant,
  creator.sub,
])
await owner.query(`
  create table public.notes (tenant_id uuid, id int, body text, secret text, big bigint, primary key (tenant_id, id));
  select app.protect('public.notes');
  grant select (tenant_id, id, body, big) on public.notes to authenticated, end_user;
  create policy of_own_tenants on public.notes for select to authenticated
    using (tenant_id = any (array(select app.owned_tenants())));
  create policy of_tenant on public.notes for select to end_user using (tenant_id = app.tenant_id());
  create table public.the_end (id serial primary key);
  grant select on public.the_end to service_role;
  select realtime.publish('public.notes'), realtime.publish('public.the_end');`)

interface Received {
  ids: number[]
  type: string
  [member: string]: unknown
}
const NOTES: ChangeBinding = { event: '*', schema: 'public', table: 'notes' }

async function watch(source: ChangeSource, claims: Claims, ...bindings: ChangeBinding[]) {
  const received: Received[] = []
  const lost: string[] = []
  const subscription = await source.subscribe({
    claims,
    bindings: bindings.length > 0 ? bindings : [NOTES],
    deliver: (ids, data) => void received.push({ ids, ...JSON.parse(data) }),
    onLost: (reason) => void lost.push(reason),
  })
  return {
    ids: subscription.ids,
    setClaims: (next: Claims) => subscription.setClaims(next),
    close: () => subscription.close(),
    received,
    lost,
  }
}

/** Runs work, then waits until each process has delivered everything that it did. */
async function settled(work: () => Promise<unknown>, processes = [one, two]): Promise<void> {
  const ends = await Promise.all(
    processes.map(({ source }) => watch(source, SERVICE, { ...NOTES, table: 'the_end' })),
  )
  await work()
  await owner.query('insert into public.the_end default values')
  await eventually('the end', async () => ends.every(({ received }) => received.length > 0))
  await Promise.all(ends.map((end) => end.close()))
}
const insert = (id: number, body = 'x', more: { secret?: string; big?: string } = {}) =>
  owner.query('insert into public.notes values ($1, $2, $3, $4, $5)', [
    tenant,
    id,
    body,
    more.secret,
    more.big,
  ])
const clear = () => owner.query('delete from public.notes')

test('delivers the three events to every process, in the client’s format', async () => {
  const watchers = [await watch(one.source, creator), await watch(two.source, creator)]
  await settled(async () => {
    await insert(1, 'a "quoted" \\ text', { big: '9007199254740993' })
    await owner.query(`update public.notes set body = 'b'`)
    await owner.query('delete from public.notes')
  })
  for (const { received, ids, close } of watchers) {
    const columns = [
      { name: 'tenant_id', type: 'uuid' },
      { name: 'id', type: 'int4' },
      { name: 'body', type: 'text' },
      { name: 'big', type: 'int8' },
    ]
    const [inserted, updated, deleted] = received
    const at = received.map((change) => change.commit_timestamp as string)
    assert.match(at[0]!, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    assert.ok(Math.abs(Date.parse(at[0]!) - Date.now()) < 60_000)
    const shape = { ids, schema: 'public', table: 'notes', columns, errors: null }
    const key = { tenant_id: tenant, id: 1 }
    const big = Number('9007199254740993')
    const record = { ...key, body: 'a "quoted" \\ text', big }
    assert.deepEqual(inserted, { ...shape, commit_timestamp: at[0], type: 'INSERT', record })
    assert.deepEqual(updated, {
      ...shape,
      commit_timestamp: at[1],
      type: 'UPDATE',
      record: { ...record, body: 'b' },
      old_record: key,
    })
    assert.deepEqual(deleted, { ...shape, commit_timestamp: at[2], type: 'DELETE', old_record: key })
    assert.equal(received.length, 3)
    await close()
  }
})

test('numbers have the same text as in the database', async () => {
  let text = ''
  const subscription = await one.source.subscribe({
    claims: creator,
    bindings: [NOTES],
    deliver: (_, data) => (text = data),
    onLost: () => undefined,
  })
  await settled(() => insert(1, 'x', { big: '9007199254740993' }))
  await subscription.close()
  await clear()
  assert.match(text, /"big":9007199254740993/)
})

test('supports single events, several bindings, a whole schema, and selected columns', async () => {
  const received = await watch(
    one.source,
    creator,
    { ...NOTES, event: 'INSERT' },
    { ...NOTES, event: 'DELETE' },
    { event: '*', schema: 'public' },
    { event: '*', schema: '*', table: '*' },
    { ...NOTES, select: ['body'] },
    { ...NOTES, event: 'UPDATE', filter: 'body=eq.c' },
  )
  const [onInsert, onDelete, ofSchema, ofAll, chosen, filtered] = received.ids
  await settled(async () => {
    await insert(1)
    await owner.query(`update public.notes set body = 'c'`)
    await clear()
    await owner.query(`update public.tenants set name = 'B'`)
  })
  await received.close()
  const delivered = received.received.map(({ type, table, ids, record, old_record }) => [
    table,
    type,
    ids,
    Object.keys((record ?? old_record) as object).length,
  ])
  const tenants = delivered.splice(-1)[0]!
  assert.deepEqual(delivered, [
    ['notes', 'INSERT', [onInsert, ofSchema, ofAll], 4],
    ['notes', 'INSERT', [chosen], 3],
    ['notes', 'UPDATE', [ofSchema, ofAll, filtered], 4],
    ['notes', 'UPDATE', [chosen], 3],
    ['notes', 'DELETE', [onDelete, ofSchema, ofAll], 2],
    ['notes', 'DELETE', [chosen], 2],
  ])
  assert.deepEqual(tenants.slice(0, 3), ['tenants', 'UPDATE', [ofSchema, ofAll]])
})

test('1,000 changes of one transaction arrive in order, between those of adjacent transactions', async () => {
  const watchers = [await watch(one.source, creator), await watch(two.source, SERVICE)]
  await settled(async () => {
    await insert(0)
    await owner.query('begin')
    for (let id = 1; id <= 900; id += 9)
      await owner.query(
        `insert into public.notes (tenant_id, id) select $1, n from generate_series($2::int, $2::int + 8) n`,
        [tenant, id],
      )
    await owner.query('update public.notes set big = id where id between 1 and 100')
    await owner.query('commit')
    await insert(1000)
  })
  const ids = Array.from({ length: 1000 }, (_, i) => (i < 900 ? i + 1 : i - 899))
  for (const { received, close } of watchers) {
    assert.deepEqual(
      received.map(({ record }) => (record as { id: number }).id),
      [0, ...ids, 1000],
    )
    await close()
  }
  await clear()
})

test('a rolled-back change is never delivered', async () => {
  const { received, close } = await watch(one.source, creator)
  await settled(async () => {
    await owner.query('begin')
    await insert(1)
    await owner.query('rollback')
    await owner.query('begin')
    await owner.query('savepoint one')
    await insert(2)
    await owner.query('rollback to one')
    await insert(3)
    await owner.query('commit')
  })
  assert.deepEqual(
    received.map(({ record }) => (record as { id: number }).id),
    [3],
  )
  await close()
  await clear()
})

test('[M02] a changed policy or grant applies to the next change, also for existing subscribers', async () => {
  const watching = await watch(one.source, member)
  const delivered = async (id: number) => {
    const before = watching.received.length
    await settled(() => insert(id))
    return watching.received.slice(before).map(({ record }) => Object.keys(record as object))
  }
  assert.deepEqual(await delivered(1), [['tenant_id', 'id', 'body', 'big']])
  await owner.query('drop policy of_tenant on public.notes')
  assert.deepEqual(await delivered(2), [])
  await owner.query(
    'create policy of_tenant on public.notes for select to end_user using (tenant_id = app.tenant_id())',
  )
  await owner.query(
    'create policy even on public.notes as restrictive for select to end_user using (id % 2 = 0)',
  )
  assert.deepEqual(await delivered(3), [])
  assert.deepEqual((await delivered(4)).length, 1)
  await owner.query('drop policy even on public.notes; revoke select (body) on public.notes from end_user')
  assert.deepEqual(await delivered(5), [['tenant_id', 'id', 'big']])
  await owner.query(
    'revoke select on public.notes from end_user; revoke select (tenant_id, id, big) on public.notes from end_user',
  )
  assert.deepEqual(await delivered(6), [])
  await owner.query('grant select (tenant_id, id, body, big) on public.notes to end_user')
  assert.equal((await delivered(7)).length, 1)
  await watching.close()
  await clear()
})

test('[M02] a deleted row reveals its key to subscribers who could read it, and to no one else', async () => {
  const readers = [await watch(one.source, creator), await watch(one.source, member)]
  const others = [await watch(one.source, stranger), await watch(one.source, actAs.endUser(randomUUID()))]
  await assert.rejects(watch(one.source, actAs.visitor(tenant)), /Please check Realtime is enabled/)
  await insert(1, 'x', { secret: 's' })
  await settled(clear)
  for (const { received, close } of readers) {
    assert.deepEqual(received.at(-1)!.old_record, { tenant_id: tenant, id: 1 })
    await close()
  }
  for (const { received, close } of others) {
    assert.deepEqual(received, [])
    await close()
  }
})

test('[M02] with replica identity full, old rows are complete except for columns and rows that were not visible', async () => {
  await owner.query('alter table public.notes replica identity full')
  await owner.query(
    `create policy shown on public.notes as restrictive for select to end_user using (body <> 'hidden')`,
  )
  const watching = await watch(one.source, member)
  await settled(async () => {
    await insert(1, 'a', { secret: 's' })
    await owner.query(`update public.notes set body = 'b'`)
    await owner.query(`update public.notes set body = 'hidden', big = 7`)
    await owner.query(`update public.notes set body = 'c', big = 8, id = 2`)
    await clear()
  })
  await watching.close()
  await owner.query('alter table public.notes replica identity default; drop policy shown on public.notes')
  const key = { tenant_id: tenant, id: 1 }
  assert.deepEqual(
    watching.received.map(({ type, old_record }) => [type, old_record]),
    [
      ['INSERT', undefined],
      ['UPDATE', { ...key, body: 'a', big: null }],
      ['UPDATE', { tenant_id: tenant }],
      ['DELETE', { tenant_id: tenant, id: 2, body: 'c', big: 8 }],
    ],
  )
})

test('new claims apply from when they are set', async () => {
  const watching = await watch(one.source, stranger)
  await settled(() => insert(1))
  await watching.setClaims(creator)
  await settled(() => insert(2))
  await watching.setClaims(member)
  await settled(() => insert(3))
  await assert.rejects(watching.setClaims(actAs.visitor(tenant)), /Unable to subscribe/)
  await watching.setClaims(stranger)
  await settled(() => insert(4))
  assert.deepEqual(
    watching.received.map(({ record }) => (record as { id: number }).id),
    [2, 3],
  )
  await watching.close()
  await clear()
})

test('a policy that fails on a row withholds only that row', async () => {
  await owner.query(
    `create policy dividing on public.notes for select to authenticated using (1 / (id - 2) <> 0)`,
  )
  const watching = await watch(one.source, stranger)
  await settled(() =>
    owner.query(`insert into public.notes (tenant_id, id) select $1, n from generate_series(1, 3) n`, [
      tenant,
    ]),
  )
  await owner.query('drop policy dividing on public.notes')
  assert.deepEqual(
    watching.received.map(({ record }) => (record as { id: number }).id),
    [1, 3],
  )
  await watching.close()
  await clear()
})

test('[M02] many subscribers with their own rows each receive theirs, and a failing filter affects no others', async () => {
  await owner.query(
    `insert into public.notes (tenant_id, id) select $1, n from generate_series(101, 112) n`,
    [randomUUID()],
  )
  const watchers = []
  for (let id = 1; id <= 12; id++)
    watchers.push(
      await watch(one.source, id % 2 ? actAs.endUser(tenant) : creator, {
        ...NOTES,
        filter: `id=in.(${id},${id + 100})`,
      }),
    )
  // Valid syntax, but raises an error on each row it is evaluated on.
  const failing = await watch(one.source, creator, { ...NOTES, filter: 'body=like.xyz\\' })
  await settled(async () => {
    await owner.query(
      `insert into public.notes (tenant_id, id, body) select $1, n, 'xyz' from generate_series(1, 15) n`,
      [tenant],
    )
    await owner.query('update public.notes set big = 1 where id > 100')
  })
  for (const [i, { received, close }] of watchers.entries()) {
    assert.deepEqual(
      received.map(({ record }) => (record as { id: number }).id),
      [i + 1],
    )
    await close()
  }
  assert.deepEqual(failing.received, [])
  await failing.close()
  await clear()
})

test('a slow filter ends with a message, and does not delay others', async () => {
  // Slow only with values, as an expression can be, and not during the subscription.
  await owner.query(`
    create type public.slow as enum ('a', 'b');
    create function public.slow_equals(public.slow, public.slow) returns boolean language plpgsql strict
      as $$ begin perform pg_sleep(30); return true; end $$;
    create operator public.= (leftarg = public.slow, rightarg = public.slow, function = public.slow_equals);
    grant execute on function public.slow_equals(public.slow, public.slow) to authenticated, service_role;
    alter table public.notes add column pace public.slow;
    grant select (pace) on public.notes to authenticated;`)
  const slow = await watch(one.source, creator, { ...NOTES, filter: 'pace=eq.a' })
  const quick = await watch(one.source, creator, { ...NOTES, filter: 'id=gt.0' })
  await settled(async () => {
    await insert(1)
    await owner.query(`update public.notes set pace = 'a'`)
    await insert(2)
  })
  await settled(() => insert(3))
  assert.deepEqual(slow.received, [])
  assert.deepEqual(slow.lost, ['The filter on public.notes takes too long and has ended'])
  assert.equal(quick.received.length, 4)
  await slow.close()
  await quick.close()
  await clear()
  await owner.query('alter table public.notes drop column pace')
})

test('many slow patterns of one user, none too slow alone, do not delay others: most of them end', async () => {
  await owner.query(`
    create type public.slow_text as enum ('a', 'b');
    create function public.slow_like(public.slow_text, public.slow_text) returns boolean language plpgsql strict
      as $$ begin perform pg_sleep(0.3); return true; end $$;
    create operator public.~~ (leftarg = public.slow_text, rightarg = public.slow_text, function = public.slow_like);
    grant execute on function public.slow_like(public.slow_text, public.slow_text) to authenticated, service_role;
    alter table public.notes add column hue public.slow_text;
    grant select (hue) on public.notes to authenticated;`)
  // All of them have the same meaning but different texts, so each is a separate query.
  const same = Array.from({ length: 60 }, (_, n) => `id=eq.${'0'.repeat(n)}1`)
  const slow = await watch(
    one.source,
    creator,
    ...same.map((filter) => ({ ...NOTES, filter: `hue=like.a,${filter}` })),
  )
  const plain = await watch(one.source, creator, { ...NOTES, filter: 'id=eq.1' })
  const other = await watch(two.source, member)
  await settled(async () => {
    await insert(1)
    await owner.query(`update public.notes set hue = 'a'`)
  })
  assert.deepEqual([plain.received.length, other.received.length], [2, 2])
  assert.equal(new Set(slow.lost).size, 1)
  assert.equal(slow.lost[0], 'The filter on public.notes takes too long and has ended')
  // 3 s of patterns are 10 of them, plus 2 in progress.
  assert.ok(slow.lost.length >= 48, `${slow.lost.length} ended`)
  const left = 60 - slow.lost.length
  assert.equal(slow.received.flatMap(({ ids }) => ids).length, left)
  for (const { close } of [slow, plain, other]) await close()
  await clear()
  await owner.query('alter table public.notes drop column hue')
})

test('a row that is too large is delivered with short values only, and an error', async () => {
  const watching = await watch(one.source, creator)
  await settled(() => insert(1, 'x'.repeat(1_100_000)))
  const [change] = watching.received
  assert.deepEqual(change!.record, { tenant_id: tenant, id: 1, big: null })
  assert.deepEqual(change!.errors, ['Error 413: Payload Too Large'])
  await watching.close()
  await clear()
})

test('subscribers of a whole schema follow added and removed tables', async () => {
  const watching = await watch(one.source, SERVICE, { event: 'INSERT', schema: 'public', table: '*' })
  await owner.query(`create table public.later (id int primary key); grant select on public.later to service_role;
    select realtime.publish('public.later'); notify pgrst, 'reload schema'`)
  let id = 0
  await eventually('the new table is watched', async () => {
    await owner.query('insert into public.later values ($1)', [++id])
    return watching.received.some(({ table }) => table === 'later')
  })
  await owner.query('drop table public.later')
  await settled(() => insert(1))
  assert.equal(watching.received.filter(({ table }) => table === 'notes').length, 1)
  await watching.close()
  await clear()
})

test('rejects an unknown table, one that is not published, and selected columns of a whole schema', async () => {
  const refused = async (binding: ChangeBinding, words: RegExp) =>
    assert.rejects(watch(one.source, creator, binding), { name: 'AppError', message: words })
  await refused(
    { ...NOTES, table: 'doesnotexist' },
    /^Unable to subscribe to changes with given parameters\. Please check Realtime is enabled for the given connect parameters: \[event: \*, schema: public, table: doesnotexist, filters: \[\], select: nil\]$/,
  )
  await refused({ event: '*', schema: 'app', table: 'migrations' }, /Please check Realtime is enabled/)
  await refused({ event: '*', schema: 'auth', table: '*' }, /Please check Realtime is enabled/)
  await refused({ event: 'TRUNCATE', schema: 'public' }, /event must be/)
  await refused({ event: '*', schema: '' }, /No subscription params provided/)
  await refused({ ...NOTES, select: ['secret'] }, /invalid column for select secret$/)
  await refused({ ...NOTES, filter: 'secret=eq.1' }, /invalid column for filter secret$/)
  await refused(
    { event: '*', schema: 'public', select: ['id'] },
    /Column selection is not supported for wildcard/,
  )
  await assert.rejects(watch(one.source, creator, ...Array.from({ length: 101 }, () => NOTES)), /Too many/)
})

test('nothing is captured without subscribers, and a table is released with its last subscriber', async () => {
  const caught = async () => (await owner.query('select from realtime.changes')).rowCount
  const watched = async () => (await owner.query('select from realtime.watched')).rowCount
  const watchers = [
    await watch(one.source, creator),
    await watch(one.source, creator),
    await watch(two.source, member),
  ]
  assert.equal(await watched(), 2)
  for (const { close } of watchers) await close()
  assert.equal(await watched(), 0)
  const before = await caught()
  await insert(1)
  assert.equal(await caught(), before)
  await clear()
})

/** Terminates the connections on which the processes listen. */
async function cutListeners(): Promise<void> {
  await owner.query(
    `do $$ begin execute format('grant %I to current_user', current_database() || '_authenticator'); end $$`,
  )
  await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'bolt-blocks-listen'`)
}

test('changes during a lost listening connection are delivered once on reconnect', async () => {
  const watching = await watch(one.source, creator)
  await settled(() => insert(1))
  await cutListeners()
  for (let id = 2; id <= 20; id++) await insert(id)
  await eventually('the last one', async () =>
    watching.received.some(({ record }) => (record as { id: number }).id === 20),
  )
  await settled(() => insert(21))
  assert.deepEqual(
    watching.received.map(({ record }) => (record as { id: number }).id),
    Array.from({ length: 21 }, (_, i) => i + 1),
  )
  assert.deepEqual(watching.lost, [])
  await watching.close()
  await clear()
})
