import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TenantStats } from '../endpoints.ts'
import { axisMoney, changeWords, dayPoints } from './stats-words.ts'
import {
  changeOf,
  addedUp,
  firstStep,
  readStatsView,
  salesOf,
  todayOf,
  writeStatsView,
} from './stats-view.ts'

const query = (text: string) => new URLSearchParams(text)

test('tab, period and currency survive a round trip through the URL, without the defaults', () => {
  assert.deepEqual(readStatsView(query('')), { tab: 'sales', days: 30, currency: '' })
  assert.deepEqual(readStatsView(query('numbers=orders&days=7&currency=usd')), {
    tab: 'orders',
    days: 7,
    currency: 'usd',
  })
  assert.deepEqual(
    readStatsView(query('numbers=__proto__&days=31&currency=%3Cb%3E')),
    readStatsView(query('')),
  )
  const before = query('dialog=embed&numbers=orders&days=90')
  assert.equal(
    writeStatsView(before, { tab: 'sign-ups', days: 7, currency: '' }),
    '?dialog=embed&numbers=sign-ups&days=7',
  )
  assert.equal(writeStatsView(before, { tab: 'sales', days: 30, currency: '' }), '?dialog=embed')
})

test('sales show one currency, or the first one if the chosen one has no sales', () => {
  const series = { now: [1, 2], before: [0, 0], before_so_far: 0 }
  const stats = {
    days: 7,
    sales: [
      { currency: 'usd', ...series },
      { currency: 'jpy', ...series },
    ],
  } as TenantStats
  assert.equal(salesOf(stats, 'jpy').currency, 'jpy')
  assert.equal(salesOf(stats, 'gbp').currency, 'usd')
  const none = salesOf({ days: 7, sales: [] as TenantStats['sales'] } as TenantStats, '')
  assert.deepEqual([none.currency, none.now.length, none.before.length], ['eur', 7, 7])
})

test('a change compares with the same part of the previous period; without sales before there is none', () => {
  const change = (now: number[], before_so_far: number) => changeOf({ now, before: [], before_so_far })
  assert.equal(change([700, 700], 1000), 40)
  assert.equal(change([98], 100), -2)
  assert.equal(change([0, 0], 100), -100)
  assert.equal(change([5], 0), undefined)
  assert.deepEqual([40, -2, 0, 12_345].map(changeWords), ['+40%', '−2%', '0%', '+999%'])
})

test('days are calendar days, whatever the machine’s time zone', () => {
  const points = dayPoints('2026-03-01', 3)
  assert.deepEqual(points, [
    { name: 'Fri, 27 Feb 2026', short: '27 Feb' },
    { name: 'Sat, 28 Feb 2026', short: '28 Feb' },
    { name: 'Sun, 1 Mar 2026, so far', short: '1 Mar' },
  ])
})

test('the axis formats money as short as possible', () => {
  assert.deepEqual(
    [0, 5000, 250, 123_456_00].map((value) => axisMoney(value, 'eur')),
    ['€0', '€50', '€2.50', '€123.5K'],
  )
  const empty = [0, 20, 40, 60, 80, 100]
  assert.deepEqual(
    empty.map((value) => axisMoney(value, 'eur', empty)),
    ['€0.00', '€0.20', '€0.40', '€0.60', '€0.80', '€1.00'],
    'one axis writes its values alike',
  )
  assert.equal(axisMoney(5000, 'jpy'), 'JPY 5,000')
  assert.equal(axisMoney(2_500_000_00, 'chf'), 'CHF 2.5M')
})

test('the first step is a test checkout if payments are connected, otherwise the embed code, and none without a key', () => {
  const tenant = { public_key: 'pk_a', stripe_mode: 'test', stripe_account_id: 'acct_1' } as const
  const checkout = { to: '/playground?block=checkout&mode=live&pk=pk_a' }
  assert.deepEqual(firstStep('sales', tenant), checkout)
  assert.deepEqual(firstStep('orders', tenant), checkout)
  assert.equal(firstStep('sign-ups', tenant), 'embed')
  assert.equal(firstStep('sales', { ...tenant, stripe_mode: 'live' }), 'embed')
  assert.equal(firstStep('sales', { ...tenant, stripe_account_id: null }), 'embed')
  assert.equal(firstStep('sales', { ...tenant, public_key: null }), undefined)
})

test('sales add up by day, and the last day is today', () => {
  assert.equal(todayOf({ now: [3, 0, 2], before: [], before_so_far: 0 }), 2)
  assert.deepEqual(addedUp([0, 1250, 0, 900]), [0, 1250, 1250, 2150])
  assert.deepEqual(addedUp([]), [])
})
