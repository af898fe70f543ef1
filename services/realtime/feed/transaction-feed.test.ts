import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Database } from '#kernel/db/database.ts'
import { createLogger } from '#kernel/log.ts'
import { eventually } from '#testing/eventually.ts'
import { testDatabase } from '#testing/test-database.ts'
import { readSnapshot } from './snapshot.ts'
import { openFeed } from './transaction-feed.ts'
import type { FeedOptions } from './transaction-feed.ts'

const db = await testDatabase()
const { owner, database } = db
await owner.query(`
  create table app.told (xact xid8 default pg_current_xact_id(), n int);
  grant select on app.told to service_role;
  create function app.tell() returns trigger language plpgsql as $$
    begin perform pg_notify('told', new.xact::text); return null; end $$;
  create trigger tell after insert on app.told for each row execute function app.tell();`)

/** @param more overrides options; `numbers` are those of the reported rows, in order */
async function startFeed(more: Partial<FeedOptions> = {}) {
  const numbers: number[] = []
  let lost = 0
  const feed = openFeed({
    database,
    log: createLogger('silent'),
    channel: 'told',
    table: 'app.told',
    retentionMs: 60_000,
    async work(xacts) {
      const { rows } = await owner.query<{ n: number }>(
        'select n from unnest($1::xid8[]) with ordinality t (xact, place) join app.told using (xact) order by place, n',
        [xacts],
      )
      numbers.push(...rows.map(({ n }) => n))
    },
    onLost: () => void lost++,
    ...more,
  })
  db.beforeDrop(() => feed.close())
  await feed.start()
  return { feed, numbers, lost: () => lost }
}
const say = (n: number) => owner.query('insert into app.told (n) values ($1)', [n])
/** A database whose notifications get lost. */
const deaf = { ...database, listen: async () => () => undefined } satisfies Database

test('a snapshot includes what had committed before it', () => {
  const { sees } = readSnapshot('10:20:12,15')
  const xacts = ['9', '10', '11', '12', '15', '19', '20', '21']
  assert.deepEqual(
    xacts.filter((xact) => sees(xact)),
    ['9', '10', '11', '19'],
  )
  assert.equal(readSnapshot('10:10:').sees('9'), true)
})

test('every commit is reported once, even if the work fails at first; nothing from before the start is', async () => {
  await say(1)
  let failures = 2
  const reported: string[] = []
  const { feed } = await startFeed({
    async work(xacts) {
      if (failures-- > 0) throw new Error('not yet')
      reported.push(...xacts)
    },
  })
  await say(2)
  await say(3)
  await eventually('both are reported', async () => reported.length === 2)
  assert.equal(new Set(reported).size, 2)
  await feed.close()
})

test('a long-running transaction is reported at its commit, in commit order', async () => {
  const { numbers, feed } = await startFeed()
  const slow = await connect()
  await slow.query('begin; insert into app.told (n) values (1)')
  await say(2)
  await eventually('the fast one', async () => numbers.length === 1)
  await slow.query('commit')
  await eventually('the slow one', async () => numbers.length === 2)
  assert.deepEqual(numbers, [2, 1])
  await slow.end()
  await feed.close()
})

test('if notifications get lost silently, marks do not return, and missed transactions are read once', async () => {
  const { numbers, feed } = await startFeed({ database: deaf, markMs: 20 })
  const slow = await connect()
  await slow.query('begin; insert into app.told (n) values (9)')
  for (const n of [1, 2, 3]) await say(n)
  await eventually('three are looked up', async () => numbers.length === 3)
  await slow.query('commit')
  await eventually('the slow one', async () => numbers.length === 4)
  await say(4)
  await eventually('the last', async () => numbers.length === 5)
  assert.deepEqual(numbers, [1, 2, 3, 9, 4])
  await slow.end()
  await feed.close()
})

test('returning marks keep the list of known transactions short, and nothing is reported twice', async () => {
  const { numbers, feed } = await startFeed({ markMs: 5 })
  for (let n = 1; n <= 200; n++) await say(n)
  await eventually('all of them', async () => numbers.length >= 200)
  assert.deepEqual(
    numbers,
    Array.from({ length: 200 }, (_, i) => i + 1),
  )
  await feed.close()
})

test('a process that was disconnected for longer than rows are stored is notified', async () => {
  const { lost, feed } = await startFeed({ database: deaf, markMs: 20, retentionMs: -1 })
  await eventually('the loss is reported', async () => lost() > 0)
  await feed.close()
})

test('a paused feed skips transactions', async () => {
  const { numbers, feed } = await startFeed()
  feed.pause()
  await say(1)
  await feed.start()
  await say(2)
  await eventually('the second', async () => numbers.includes(2))
  assert.ok(!numbers.includes(1) || numbers[0] === 1)
  await feed.close()
})

async function connect() {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: db.ownerUrl })
  await client.connect()
  return client
}
