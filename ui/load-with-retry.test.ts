import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadWithRetry } from './load-with-retry.ts'

const MODULE = { default: 'screen' }
const ADDRESS = 'https://studio.example/assets/screen-1.js'

/**
 * Options of the simulated file, which loads only from the given attempt on. As in browsers, a failed URL
 * keeps failing.
 */
interface Flaky {
  message?: string
  file?: object
}

function flaky(
  succeedsAt: number,
  { message = `error loading module: ${ADDRESS}`, file = MODULE }: Flaky = {},
) {
  const seen = { addresses: [] as string[], waited: [] as number[] }
  const fail = () => Promise.reject(new TypeError(message))
  const result = loadWithRetry(() => (succeedsAt === 1 ? Promise.resolve(MODULE) : fail()), 'default', {
    wait: async (ms) => void seen.waited.push(ms),
    importAddress: (address) => {
      seen.addresses.push(address)
      return seen.addresses.length + 1 >= succeedsAt ? Promise.resolve(file) : fail()
    },
  })
  return { seen, result }
}

test('code that loads on the first attempt is not requested again', async () => {
  const { seen, result } = flaky(1)
  assert.equal(await result, MODULE)
  assert.deepEqual(seen, { addresses: [], waited: [] })
})

test('a failed download is retried twice, each time under a new URL', async () => {
  const { seen, result } = flaky(3)
  assert.equal(await result, MODULE)
  assert.equal(new Set([ADDRESS, ...seen.addresses]).size, 3)
  for (const address of seen.addresses)
    assert.match(address, /^https:\/\/studio\.example\/assets\/screen-1\.js\?/)
  assert.ok(seen.waited[0]! < seen.waited[1]!)
})

test('a file that never loads, has an unknown URL or lacks the export rejects', async () => {
  await assert.rejects(flaky(9).result, TypeError)
  await assert.rejects(flaky(2, { message: 'Importing a module script failed.' }).result, TypeError)
  await assert.rejects(flaky(2, { file: { n: MODULE } }).result, TypeError)
})

test('a module whose style sheet failed is loaded again as a whole', async () => {
  let attempts = 0
  const load = () =>
    ++attempts < 3
      ? Promise.reject(new Error('Unable to preload CSS for /assets/rest.css'))
      : Promise.resolve(MODULE)
  const environment = {
    wait: async () => undefined,
    importAddress: () => Promise.reject(new Error('no address')),
  }
  assert.equal(await loadWithRetry(load, 'default', environment), MODULE)
  assert.equal(attempts, 3)
})
