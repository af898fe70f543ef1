import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAddressLimits, createWindow } from './address-limits.ts'
import { AppError, commonErrors } from './errors.ts'

const right = async () => 'right'
const wrong = () => Promise.reject(commonErrors.invalid_api_key())
const away = () => Promise.reject(new Error('the database is away'))
/** Codes of what became of reading keys. */
const codeOf = (reading: Promise<string>) => reading.catch((error: AppError) => error.code)

test('a window gives its points, opens again at its end, and forgets the oldest keys', () => {
  let now = 0
  const window = createWindow(2, 1000, 2, () => now)
  assert.deepEqual([window.take('a'), window.take('a'), window.take('b')], [0, 0, 0])
  now = 400
  assert.equal(window.take('a'), 600, 'milliseconds until there is one again')
  window.giveBack('a')
  assert.equal(window.take('a'), 0)
  window.take('c')
  assert.equal(window.take('a'), 0, 'the oldest is forgotten: memory has an end')
  now = 1400
  assert.equal(window.take('c'), 0)
})

test('[P05] sixty wrong keys in a minute, also in parallel; then keys are refused unread', async () => {
  const limits = createAddressLimits({ requests: 0, factor: 1 })
  let reads = 0
  const guess = (n: number) => codeOf(limits.readKey('203.0.113.1', `guess ${n}`, () => (reads++, wrong())))
  const codes = await Promise.all(Array.from({ length: 500 }, (_, n) => guess(n)))
  assert.equal(codes.filter((code) => code === 'invalid_api_key').length, 60)
  assert.equal(codes.filter((code) => code === 'too_many_requests').length, 440)
  assert.equal(reads, 60)
  assert.equal(await codeOf(limits.readKey('203.0.113.1', 'never seen', right)), 'too_many_requests')
  assert.equal(await codeOf(limits.readKey('203.0.113.2', 'never seen', right)), 'right', 'another address')
})

test('[P05] one key after another of an IPv6 network counts as one address', async () => {
  const limits = createAddressLimits({ requests: 3, factor: 1 })
  for (const ip of ['2001:db8::1', '2001:db8::2', '2001:db8:0:0:ffff::3']) limits.takeRequest(ip)
  assert.throws(() => limits.takeRequest('2001:db8::9'), { status: 429 })
  limits.takeRequest('2001:db8:0:1::1')
})

test('visitors who share the address of somebody who guesses go on with keys that were right', async () => {
  const limits = createAddressLimits({ requests: 0, factor: 1 })
  assert.equal(await codeOf(limits.readKey('203.0.113.9', 'shop', right)), 'right')
  for (let n = 0; n < 60; n++) await codeOf(limits.readKey('203.0.113.1', `guess ${n}`, wrong))
  assert.equal(await codeOf(limits.readKey('203.0.113.1', 'shop', right)), 'right')
  // Replaced: from now on it is a key like others.
  assert.equal(await codeOf(limits.readKey('203.0.113.1', 'shop', wrong)), 'invalid_api_key')
  assert.equal(await codeOf(limits.readKey('203.0.113.1', 'shop', wrong)), 'too_many_requests')
})

test('right keys, the first requests of many pages at once, and faults of ours count nothing', async () => {
  const limits = createAddressLimits({ requests: 0, factor: 1 })
  const read = (key: string, how = right) => codeOf(limits.readKey('203.0.113.1', key, how))
  const pages = await Promise.all(Array.from({ length: 500 }, () => read('one shop')))
  assert.deepEqual(new Set(pages), new Set(['right']))
  for (let n = 0; n < 200; n++) assert.equal(await read(`shop ${n}`), 'right')
  for (let n = 0; n < 200; n++) await read(`while away ${n}`, away)
  assert.equal(await read('guess', wrong), 'invalid_api_key')
})

test('a limit of zero is none, and the factor multiplies', () => {
  const none = createAddressLimits({ requests: 0, factor: 1 })
  const twice = createAddressLimits({ requests: 1, factor: 2 })
  for (let n = 0; n < 1000; n++) none.takeRequest('203.0.113.1')
  twice.takeRequest('203.0.113.1')
  twice.takeRequest('203.0.113.1')
  assert.throws(
    () => twice.takeRequest('203.0.113.1'),
    (error: AppError) => {
      assert.equal(error.code, 'too_many_requests')
      assert.ok(Number(error.headers['retry-after']) > 0 && Number(error.headers['retry-after']) <= 60)
      return true
    },
  )
})
