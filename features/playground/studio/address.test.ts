import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BLOCKS, DEVICES, MODES, THEMES, isPublicKey, readAddress, writeAddress } from './address.ts'

const read = (query: string) => readAddress(new URLSearchParams(query))

test('[S2-221] [S2-222] without a query: checkout, mock, full width, no key', () => {
  assert.deepEqual(read(''), {
    block: 'checkout',
    mode: 'mock',
    device: 'desktop',
    theme: '',
    pk: '',
    id: '',
  })
})

test('[S2-221] [S2-222] [S2-223] [S2-224] every value of a query is read and written back unchanged', () => {
  for (const block of BLOCKS)
    for (const mode of MODES)
      for (const device of DEVICES)
        for (const theme of THEMES) {
          const address = { block, mode, device, theme, pk: 'pk_a', id: '' }
          assert.deepEqual(read(writeAddress(address)), address)
        }
})

test('unknown values become the default, and an overlong key is cut', () => {
  assert.deepEqual(read('block=constructor&mode=LIVE&device=&pk=%20pk_a%20'), {
    ...read(''),
    pk: 'pk_a',
  })
  assert.equal(read(`pk=${'x'.repeat(5000)}`).pk.length, 100)
})

test('only a complete key is looked up', () => {
  assert.ok(isPublicKey(`pk_${'a'.repeat(24)}`))
  for (const half of ['', 'pk_', `pk_${'a'.repeat(23)}`, `pk_${'a'.repeat(25)}`, `pk_${'"'.repeat(24)}`])
    assert.ok(!isPublicKey(half), half)
})
