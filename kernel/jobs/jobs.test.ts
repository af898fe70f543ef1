import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '#testing/eventually.ts'
import { testDatabase } from '#testing/test-database.ts'
import { createLogger } from '../log.ts'
import { createJobs } from './jobs.ts'

const base = await testDatabase()
const { database, owner, appUrl } = base
const jobs = createJobs(appUrl, createLogger('silent'), database.listen)
base.beforeDrop(() => jobs.stop())

const send = (ids: string[]) =>
  database.asService('queue jobs', async (db) => {
    for (const id of ids) await jobs.send(db, 'stripe-event', { id })
  })
const states = async () => {
  const { rows } = await owner.query<{ id: string; state: string; output: { error?: string } | null }>(
    `select data->>'id' as id, state::text, output from pgboss.job where name = 'stripe-event' order by 1`,
  )
  return rows
}

test('jobs of a transaction that fails do not exist', async () => {
  await assert.rejects(
    database.asService('queue and fail', async (db) => {
      await jobs.send(db, 'stripe-event', { id: 'never' })
      throw new Error('no')
    }),
  )
  assert.deepEqual(await states(), [])
})

test('a job that fails waits for its next try by itself: the others of its batch are done', async () => {
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
