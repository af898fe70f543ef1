import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { eventually } from '#testing/eventually.ts'
import { testDatabase } from '#testing/test-database.ts'
import { createLogger } from '../log.ts'
import { createJobs } from './jobs.ts'

const base = await testDatabase()
const { database, owner, appUrl } = base
const jobs = createJobs(appUrl, createLogger('silent'), database.listen)
let stopped: Promise<void> | undefined
const stop = () => (stopped ??= jobs.stop())
base.beforeDrop(stop)

const send = (ids: string[]) =>
  database.asService('test: queue jobs', async (db) => {
    for (const id of ids) await jobs.send(db, 'stripe-event', { id })
  })
const states = async () => {
  const { rows } = await owner.query<{ id: string; state: string; output: { error?: string } | null }>(
    `select data->>'id' as id, state::text, output from pgboss.job where name = 'stripe-event' order by 1`,
  )
  return rows
}

test('jobs of a failed transaction are not queued', async () => {
  await assert.rejects(
    database.asService('test: queue and fail', async (db) => {
      await jobs.send(db, 'stripe-event', { id: 'never' })
      throw new Error('no')
    }),
  )
  assert.deepEqual(await states(), [])
})

test('a failed job is retried alone; the others of its batch complete', async () => {
  const handled: string[] = []
  jobs.work<{ id: string }>('stripe-event', async ({ id }) => {
    handled.push(id)
    if (id === 'b') throw new Error('b is not well')
  })
  await send(['a', 'b', 'c'])
  await jobs.start()
  const settled = await eventually('all three are settled', async () => {
    const rows = await states()
    return rows.every(({ state }) => state === 'completed' || state === 'retry') && rows
  })
  assert.deepEqual(
    settled.map(({ id, state }) => `${id} ${state}`),
    ['a completed', 'b retry', 'c completed'],
  )
  assert.equal(settled[1]?.output?.error, 'Error: b is not well')
  assert.deepEqual(handled.sort(), ['a', 'b', 'c'])
})

test('a scheduled job is queued once for all processes, and one that was missed during downtime is queued later', async () => {
  await stop()
  const done: string[] = []
  const open = async (cron?: string) => {
    const process = createJobs(appUrl, createLogger('silent'), database.listen)
    let ended: Promise<void> | undefined
    const end = () => (ended ??= process.stop())
    base.beforeDrop(end)
    process.work('payments-reconcile', async () => void done.push('done'))
    if (cron) process.schedule('payments-reconcile', cron)
    await process.start()
    return end
  }
  const kept = async () => (await owner.query('select name, cron, timezone from pgboss.schedule')).rows
  const ends = await Promise.all([open('17 3 * * *'), open('17 3 * * *')])
  assert.deepEqual(await kept(), [{ name: 'payments-reconcile', cron: '17 3 * * *', timezone: 'UTC' }])
  await Promise.all(ends.map((end) => end()))
  assert.deepEqual(done, [])

  // Two days later.
  await owner.query(`update pgboss.schedule set created_on = now() - interval '3 days'`)
  await owner.query(`update pgboss.version set cron_on = now() - interval '2 days'`)
  const again = await Promise.all([open('17 3 * * *'), open('17 3 * * *')])
  await eventually('the missed time is made up for', async () => done.length > 0, 30)
  await Promise.all(again.map((end) => end()))
  const { rows } = await owner.query(`select state::text from pgboss.job where name = 'payments-reconcile'`)
  assert.deepEqual(rows, [{ state: 'completed' }])

  // A version without schedules.
  await (
    await open()
  )()
  assert.deepEqual(await kept(), [])
})

test('[S01] workers use a login that owns nothing in the queue and cannot change its schema', async () => {
  const login = new pg.Client({ connectionString: appUrl, options: '-c role=service_role' })
  await login.connect()
  await assert.rejects(login.query('drop table pgboss.job'), { code: '42501' })
  await assert.rejects(login.query('create table pgboss.mine ()'), { code: '42501' })
  await login.end()
})

test('[R04] a job whose worker was killed is retried', async () => {
  await stop()
  await owner.query('delete from pgboss.job')
  await send(['orphan'])
  const pool = new pg.Pool({ connectionString: appUrl, options: '-c role=service_role', max: 2 })
  pool.on('error', () => undefined) // the database may be dropped before its connections have said goodbye
  const faults: Error[] = []
  const boss = new PgBoss({
    schema: 'pgboss',
    migrate: false,
    schedule: false,
    db: { executeSql: (text, values) => pool.query(text, values) },
  })
  boss.on('error', (error) => faults.push(error))
  base.beforeDrop(async () => {
    await boss.stop({ close: false, graceful: false })
    await pool.end()
  })
  await boss.start()
  await boss.fetch('stripe-event')
  assert.deepEqual(
    (await states()).map(({ state }) => state),
    ['active'],
  )
  // A minute later, without a heartbeat.
  await owner.query(
    `update pgboss.job set heartbeat_on = now() - interval '61 seconds' where state = 'active'`,
  )
  await boss.supervise()
  assert.deepEqual(
    (await states()).map(({ state }) => state),
    ['retry'],
  )
  assert.deepEqual(faults, [])
})
