import assert from 'node:assert/strict'
import { test } from 'node:test'
import { databaseGate } from '#testing/database-gate.ts'
import { testDatabase } from '#testing/test-database.ts'
import { AppError } from './errors.ts'
import { addressKey, createLimits } from './limits.ts'
import type { Limits } from './limits.ts'
import { createLogger } from './log.ts'

const db = await testDatabase()
const { appUrl, owner } = db
const log = createLogger('silent')
const gate = await databaseGate(appUrl)
const [one, two] = [createLimits(appUrl, 1, log), createLimits(appUrl, 1, log)]
const gated = createLimits(gate.url, 1, log)
db.beforeDrop(async () => void (await Promise.all([one.close(), two.close(), gated.close()])))
const limit = { points: 4, seconds: 60 }

/** How many of these calls at once are let through. */
async function passed(calls: Limits[], bucket: string, key: string): Promise<number> {
  const results = await Promise.allSettled(calls.map((limits) => limits.take(bucket, key, limit)))
  return results.filter(({ status }) => status === 'fulfilled').length
}

test('[P05] counters are shared by all processes, per rule and per caller', async () => {
  const calls = Array.from({ length: 20 }, (_, i) => (i % 2 ? one : two))
  assert.equal(await passed(calls, 'shared', 'ann@example.test'), 4)
  assert.equal(await passed([one], 'shared', 'bob@example.test'), 1)
  assert.equal(await passed([two], 'another', 'ann@example.test'), 1)
})

test('[P05] a refusal is 429 and says when to come again', async () => {
  for (let i = 0; i < 4; i++) await one.take('wait', 'x', limit)
  for (const limits of [two, one])
    await assert.rejects(limits.take('wait', 'x', limit), (error: AppError) => {
      assert.equal(error.status, 429)
      const seconds = Number(error.headers['retry-after'])
      assert.ok(Number.isInteger(seconds) && seconds > 50 && seconds <= 60, String(seconds))
      return true
    })
  const refuse = (more: { headers: Record<string, string> }) =>
    new AppError('slow_down', 429, 'Slow down', more)
  await assert.rejects(two.take('wait', 'x', { ...limit, refuse }), { code: 'slow_down' })
})

test('points that are given back may be taken again, and a full bucket is asked anew', async () => {
  const refundable = { points: 2, seconds: 60, refundable: true } as const
  for (let i = 0; i < 6; i++) {
    await one.take('refund', 'x', refundable)
    await two.giveBack('refund', 'x', refundable)
  }
  await one.take('refund', 'x', refundable)
  await two.take('refund', 'x', refundable)
  await assert.rejects(one.take('refund', 'x', refundable))
  await two.giveBack('refund', 'x', refundable)
  await two.giveBack('refund', 'x', refundable)
  await one.take('refund', 'x', refundable)
})

test('[P05] a point that a statement takes itself is one of the same bucket; a full one is remembered until it opens', async () => {
  const takeBy = async (limits: Limits) => {
    const { key, at, expire, settle } = limits.ask('asked', 'x', limit)
    const { rows } = await owner.query<{ points: number; expire: string }>(
      `insert into app.rate_limits values ($1, 1, $2)
       on conflict (key) do update set points = case when rate_limits.expire <= $3 then 1 else rate_limits.points + 1 end,
         expire = case when rate_limits.expire <= $3 then $2 else rate_limits.expire end
       returning points, expire`,
      [key, expire, at],
    )
    settle({ points: rows[0]!.points, expire: Number(rows[0]!.expire) })
  }
  await one.take('asked', 'x', limit)
  for (const limits of [one, two, one]) await takeBy(limits)
  await assert.rejects(two.take('asked', 'x', limit), { status: 429 })
  await assert.rejects(takeBy(one), { status: 429 })
  await owner.query("delete from app.rate_limits where key like 'asked:%'")
  // From memory, without asking the database.
  assert.throws(
    () => one.ask('asked', 'x', limit),
    (error: AppError) => {
      const seconds = Number(error.headers['retry-after'])
      return error.status === 429 && seconds > 50 && seconds <= 60
    },
  )
})

test('a window that is over opens again', async () => {
  const short = { points: 1, seconds: 1 }
  await one.take('window', 'x', short)
  await assert.rejects(two.take('window', 'x', short))
  await new Promise((resolve) => setTimeout(resolve, 1050))
  await two.take('window', 'x', short)
})

test('[Q02] whom a counter counts is not stored in clear', async () => {
  await one.take('clear', 'canary@example.test', limit)
  const { rows } = await owner.query<{ key: string }>('select key from app.rate_limits')
  assert.ok(rows.some(({ key }) => key.startsWith('clear:')))
  assert.ok(rows.every(({ key }) => !key.includes('canary')))
})

test('[P05] while the database is away each process counts for itself, and nobody is let through uncounted', async () => {
  await gated.take('outage', 'x', limit)
  await gate.shut()
  assert.equal(await passed(Array<Limits>(10).fill(gated), 'outage', 'x'), 4)
  await gate.open()
  assert.equal(await passed([gated], 'outage', 'x'), 1)
})

test('a factor widens every limit', async () => {
  const wide = createLimits(appUrl, 2.5, log)
  db.beforeDrop(() => wide.close())
  assert.equal(await passed(Array<Limits>(20).fill(wide), 'wide', 'x'), 10)
})

test('an address counts as one caller in every spelling, an IPv6 network as a whole', () => {
  const keys: [ip: string, key: string][] = [
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:0:0:1::', '2001:db8:0:0::/64'],
    ['2001:db8:1::2:3:4:5', '2001:db8:1:0::/64'],
    ['1::2:3:4:5:6.7.8.9', '1:0:2:3::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['not an address', 'not an address'],
  ]
  for (const [ip, key] of keys) assert.equal(addressKey(ip), key, ip)
  assert.notEqual(addressKey('2001:db8:1:3::1'), addressKey('2001:db8:1:2::1'))
})
