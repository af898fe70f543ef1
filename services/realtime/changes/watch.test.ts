import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLogger } from '#kernel/log.ts'
import { testDatabase } from '#testing/test-database.ts'
import { openWatch } from './watch.ts'

const db = await testDatabase()
const { owner, database } = db

function openProcess() {
  let lost = 0
  const watch = openWatch(database, createLogger('silent'), () => void lost++)
  db.beforeDrop(() => watch.close())
  return { watch, lost: () => lost }
}
const watched = async () => {
  const { rows } = await owner.query<{ relation: number }>('select relation from realtime.watched order by 1')
  return rows.map(({ relation }) => relation)
}
const expire = () => owner.query(`update realtime.watchers set expires_at = now() - interval '1 second'`)

test('a process watches exactly the tables that it registers', async () => {
  const { watch } = openProcess()
  await watch.set([3, 1, 2])
  assert.deepEqual(await watched(), [1, 2, 3])
  await Promise.all([watch.set([1]), watch.set([1, 5]), watch.set([5])])
  assert.deepEqual(await watched(), [5])
  await watch.close()
  assert.deepEqual(await watched(), [])
  assert.equal((await owner.query('select from realtime.watchers')).rowCount, 0)
})

test('the watched tables of a killed process are released by the others', async () => {
  const killed = openProcess()
  const living = openProcess()
  await killed.watch.set([1])
  await expire()
  await living.watch.set([2])
  await living.watch.beat()
  assert.deepEqual(await watched(), [2])
  await living.watch.set([])
})

test('a process that was suspended renews its lease, and reports that changes may be missing', async () => {
  const { watch, lost } = openProcess()
  await watch.set([7])
  await watch.beat()
  assert.equal(lost(), 0)
  // As after a crash of the database, which empties these unlogged tables.
  await owner.query('delete from realtime.watchers')
  await watch.beat()
  assert.deepEqual(await watched(), [7])
  assert.equal(lost(), 1)
  await watch.set([])
})

test('changes are stored for ten minutes', async () => {
  await owner.query(`insert into realtime.changes (relation, type, changed_at)
    select 1, 'INSERT', now() - make_interval(mins => n) from unnest(array[1, 9, 11, 60]) n`)
  await openProcess().watch.beat()
  const { rows } = await owner.query(
    `select extract(minutes from now() - changed_at)::int as age from realtime.changes order by 1`,
  )
  assert.deepEqual(
    rows.map(({ age }) => age),
    [1, 9],
  )
})
