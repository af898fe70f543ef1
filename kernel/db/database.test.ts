import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { actAs } from '#testing/act-as.ts'
import { databaseGate } from '#testing/database-gate.ts'
import { eventually } from '#testing/eventually.ts'
import { testDatabase } from '#testing/test-database.ts'
import { createLogger } from '../log.ts'
import { isDatabaseAway } from './database-error.ts'
import { openDatabase } from './database.ts'

const { database, appUrl, owner } = await testDatabase()
const log = createLogger('silent')
const login = decodeURIComponent(new URL(appUrl).username)
await owner.query(
  `create table public.notes (id integer primary key, parent integer references public.notes deferrable initially deferred);
   grant select, insert on public.notes to authenticated;
   grant ${login} to current_user`,
)

const gate = await databaseGate(appUrl)
const gated = openDatabase(gate.url, { poolSize: 2, log })
after(() => gated.close())

const notes = async () => Number((await owner.query('select count(*) as n from public.notes')).rows[0].n)
const alive = (db = database) => db.once(actAs.anonymous(), { text: 'select 1', values: [] })
const insert = (id: number, parent: number | null = null) =>
  sql`insert into public.notes (id, parent) values (${id}, ${parent})`
/** Ends connections like a database restart. */
const terminate = (pid: number) => owner.query('select pg_terminate_backend($1)', [pid])

test('withClaims is one atomic transaction under role and claims', async () => {
  const creator = actAs.creator()
  const seen = await database.withClaims(creator, async (db) => {
    await insert(1).execute(db)
    const { rows } = await sql<{
      role: string
      sub: string
    }>`select current_user as role, auth.uid()::text as sub`.execute(db)
    return rows[0]
  })
  assert.deepEqual(seen, { role: 'authenticated', sub: creator.sub })
  assert.equal(await notes(), 1)

  await assert.rejects(
    database.withClaims(creator, async (db) => {
      await insert(2).execute(db)
      throw new Error('no')
    }),
    /^Error: no$/,
  )
  assert.equal(await notes(), 1)
})

test('asService acts as the service role', async () => {
  const { rows } = await database.asService('test: a test', (db) =>
    sql<{ role: string; said: string }>`select current_user as role, auth.role() as said`.execute(db),
  )
  assert.deepEqual(rows, [{ role: 'service_role', said: 'service_role' }])
})

test('a swallowed error is not a success: the transaction reports that it was rolled back', async () => {
  await assert.rejects(
    database.withClaims(actAs.creator(), async (db) => {
      await insert(3).execute(db)
      await insert(3)
        .execute(db)
        .catch(() => undefined)
      return 'done'
    }),
    /swallowed/,
  )
  assert.equal(await notes(), 1)
})

test('a constraint that fails at commit is a refusal', async () => {
  await assert.rejects(
    database.withClaims(actAs.creator(), (db) => insert(4, 99).execute(db)),
    { code: '23503' },
  )
  await alive()
})

test('text that looks like SQL stays text in the settings of a transaction', async () => {
  const text = `'); drop table public.notes; --\\'`
  const seen = await database.transaction(
    { ...actAs.creator(), email: text },
    { settings: { 'request.path': text } },
    (query) => query(`select auth.email() as email, current_setting('request.path') as path`),
  )
  assert.deepEqual(seen.rows, [{ email: text, path: text }])
  assert.equal(await notes(), 1)
})

test('counts and money are numbers', async () => {
  const { rows } = await database.once(actAs.anonymous(), {
    text: 'select 9007199254740991::int8 as n',
    values: [],
  })
  assert.deepEqual(rows, [{ n: 9_007_199_254_740_991 }])
})

test('a checked-out connection that dies fails its work, not the process', async () => {
  const pidOf = 'select pg_backend_pid() as pid'
  await assert.rejects(
    gated.transaction(actAs.anonymous(), {}, async (query) => {
      await terminate((await query(pidOf)).rows[0].pid)
      // The server reports it while the connection is idle.
      await new Promise((resolve) => setTimeout(resolve, 50))
      return query('select 1')
    }),
  )
  await alive(gated)
  const sleeping = gated.once(actAs.anonymous(), { text: 'select pg_sleep(10) /* victim */', values: [] })
  const failed = assert.rejects(sleeping, { code: '57P01' })
  let pid: number | undefined
  while (!pid) {
    const { rows } = await owner.query(
      `select pid from pg_stat_activity where query like '%victim%' and pid <> pg_backend_pid()`,
    )
    pid = rows[0]?.pid
  }
  await terminate(pid)
  await failed
  await alive(gated)
})

test('requests fail fast while the database is down, and work when it is back', async () => {
  await alive(gated)
  await gate.shut()
  const refused = /ECONNREFUSED|Connection terminated/
  await assert.rejects(alive(gated), refused)
  await assert.rejects(
    gated.withClaims(actAs.creator(), (db) => insert(5).execute(db)),
    refused,
  )
  await gate.open()
  await alive(gated)
})

test('a connection that cannot take the request’s settings is never handed out', async () => {
  await owner.query(`revoke anon from ${login}`)
  const fresh = openDatabase(appUrl, { poolSize: 1, log })
  const asService = () => fresh.once(actAs.service(), { text: 'select 1', values: [] })
  try {
    for (let tries = 0; tries < 3; tries++) await assert.rejects(asService(), { code: '42501' })
  } finally {
    await owner.query(`grant anon to ${login}`)
  }
  await asService()
  await fresh.close()
})

test('a listener receives notifications, also after its connection was lost', async () => {
  const heard: string[] = []
  let more = () => {}
  const next = () => new Promise<void>((resolve) => (more = resolve))
  const stop = await gated.listen('news', (payload) => {
    heard.push(payload)
    more()
  })
  let said = next()
  await owner.query(`notify news, 'one'`)
  await said

  const back = new Promise<void>((resolve) => void gated.listen('other', () => undefined, resolve))
  await gate.shut()
  // Listeners that are added during the outage do not fail, and receive notifications too.
  const late: string[] = []
  await gated.listen('late', (payload) => late.push(payload))
  await gate.open()
  await back
  said = next()
  await owner.query(`notify late, 'three'; notify news, 'two'`)
  await said
  assert.deepEqual([heard, late], [['one', 'two'], ['three']])

  stop()
  let end: (payload: string) => void = () => undefined
  const other = new Promise<string>((resolve) => (end = resolve))
  await gated.listen('end', (payload) => end(payload))
  await owner.query(`notify news, 'unheard'; notify "end", 'four'`)
  assert.equal(await other, 'four')
  assert.deepEqual(heard, ['one', 'two'])
})

test('the lock that marks a process as alive lasts as long as its notification connection', async () => {
  const held = async () => {
    const { rows } = await owner.query<{ objid: number }>(
      `select objid from pg_locks where locktype = 'advisory' and classid = 77 and objsubid = 2 order by 1`,
    )
    return rows.map(({ objid }) => objid)
  }
  const back = new Promise<void>((resolve) => void gated.listen('holder', () => undefined, resolve))
  await gated.hold(77, 1)
  await gated.hold(77, 2)
  assert.deepEqual(await held(), [1, 2])
  await gate.shut()
  await assert.rejects(gated.hold(77, 3), isDatabaseAway)
  await eventually('PostgreSQL releases the lock', async () => (await held()).length === 0)
  await gate.open()
  await back
  await gated.hold(77, 4)
  assert.deepEqual(await held(), [4])
})

test('closing a listener while its database is down leaves no pending attempt', async () => {
  await gate.shut()
  const lonely = openDatabase(gate.url, { poolSize: 1, log })
  await lonely.listen('unused', () => undefined)
  await lonely.close()
  await gate.open()
  const { rows } = await owner.query(
    `select pg_sleep(0.7), (select count(*) from pg_stat_activity where application_name = 'bolt-blocks-listen' and query like '%unused%') as n`,
  )
  assert.equal(Number(rows[0].n), 0)
})

test(
  'a database that accepts connections but never responds times out after five seconds',
  { timeout: 30_000 },
  async () => {
    const hung = await databaseGate(appUrl)
    hung.hang()
    const slow = openDatabase(hung.url, { poolSize: 1, log, timeoutMs: 200 })
    await assert.rejects(alive(slow), /timeout/)
    await hung.open()
    // On a busy machine, connecting may take longer than this short timeout, too.
    await eventually('it is back', () =>
      alive(slow).then(
        () => true,
        () => false,
      ),
    )
    await slow.close()
  },
)
