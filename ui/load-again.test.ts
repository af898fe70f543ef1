import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadAgain } from './load-again.ts'

const MODULE = { default: 'screen' }
const ADDRESS = 'https://studio.example/assets/screen-1.js'

/** A file that comes only from the given try on, as browsers do it: its first address is spoilt by a failure. */
interface Flaky {
  words?: string
  file?: object
}

function flaky(comesAt: number, { words = `error loading module: ${ADDRESS}`, file = MODULE }: Flaky = {}) {
  const seen = { addresses: [] as string[], waited: [] as number[] }
  const fail = () => Promise.reject(new TypeError(words))
  const result = loadAgain(() => (comesAt === 1 ? Promise.resolve(MODULE) : fail()), 'default', {
    wait: async (ms) => void seen.waited.push(ms),
    importAddress: (address) => {
      seen.addresses.push(address)
      return seen.addresses.length + 1 >= comesAt ? Promise.resolve(file) : fail()
    },
  })
  return { seen, result }
}

test('code that came is not asked for again', async () => {
  const { seen, result } = flaky(1)
  assert.equal(await result, MODULE)
  assert.deepEqual(seen, { addresses: [], waited: [] })
})

test('what a bad moment kept away is asked for twice more, each time at an address of its own', async () => {
  const { seen, result } = flaky(3)
  assert.equal(await result, MODULE)
  assert.equal(new Set([ADDRESS, ...seen.addresses]).size, 3)
  for (const address of seen.addresses)
    assert.match(address, /^https:\/\/studio\.example\/assets\/screen-1\.js\?/)
  assert.ok(seen.waited[0]! < seen.waited[1]!)
})

test('what does not come, is of an unknown address or is another file is said', async () => {
  await assert.rejects(flaky(9).result, TypeError)
  await assert.rejects(flaky(2, { words: 'Importing a module script failed.' }).result, TypeError)
  await assert.rejects(flaky(2, { file: { n: MODULE } }).result, TypeError)
})
