import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NameBatches } from './name-batches.ts'

test('names that are wanted together share one request, and are kept', async () => {
  const requests: (readonly string[])[] = []
  const names = new NameBatches(async (ids) => {
    requests.push(ids)
    return new Map(ids.filter((id) => id !== 'gone').map((id) => [id, `Name of ${id}`]))
  })
  const wanted = ['a', 'b', 'a', 'gone'].map((id) => names.nameOf(id))
  assert.deepEqual(await Promise.all(wanted), ['Name of a', 'Name of b', 'Name of a', undefined])
  assert.equal(await names.nameOf('b'), 'Name of b')
  assert.deepEqual(requests, [['a', 'b', 'gone']])
})

test('more than 100 names are asked for in parts, and a failed request is repeated by the next call', async () => {
  const sizes: number[] = []
  let isDown = true
  const names = new NameBatches(async (ids) => {
    sizes.push(ids.length)
    if (isDown) throw new Error('offline')
    return new Map(ids.map((id) => [id, id]))
  })
  const all = () => Promise.all(Array.from({ length: 150 }, (_, at) => names.nameOf(String(at))))
  assert.deepEqual(new Set(await all()), new Set([undefined]))
  isDown = false
  assert.equal((await all())[149], '149')
  assert.deepEqual(sizes, [100, 50, 100, 50])
})
