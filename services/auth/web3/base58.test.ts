import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { fromBase58, toBase58 } from './base58.ts'

test('base58 reads what it wrote, including leading zeros, and matches published test vectors', () => {
  // draft-msporny-base58-03, section 5.
  assert.equal(toBase58(Buffer.from('Hello World!')), '2NEpo7TZRRrLZSi2U')
  assert.equal(toBase58(Buffer.from('0000287fb4cd', 'hex')), '11233QC4')
  assert.equal(toBase58(Buffer.alloc(32)), '1'.repeat(32))
  for (let size = 0; size < 40; size++) {
    const bytes = Buffer.concat([Buffer.alloc(size % 3), randomBytes(size)])
    assert.deepEqual(Buffer.from(fromBase58(toBase58(bytes))!), bytes)
  }
  for (const text of ['0', 'O', 'I', 'l', 'a b', 'ä']) assert.equal(fromBase58(text), undefined)
})
