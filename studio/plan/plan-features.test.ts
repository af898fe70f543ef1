// Plan features are marked as in development according to the block registry.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { PLAN_FEATURES, type Part, SHIPPED_FEATURES, featureLacks } from './plan-features.ts'

const root = join(import.meta.dirname, '..', '..')
const BLOCKS = ['auth', 'pay', 'form', 'prompt', 'library', 'tickets', 'analytics']
const rows: Record<string, readonly Part[]> = Object.assign({}, ...Object.values(PLAN_FEATURES))
const marked = (blocks: readonly string[]) => Object.keys(rows).filter((row) => featureLacks(row, blocks))

test('a feature is marked exactly while a block that it needs is not registered', () => {
  assert.deepEqual(marked(BLOCKS), [])
  for (const block of BLOCKS) {
    const expected = Object.keys(rows).filter((row) => rows[row]!.includes(block as Part))
    assert.ok(expected.length > 0, block)
    assert.deepEqual(marked(BLOCKS.filter((other) => other !== block)), expected)
  }
})

test('with only sign-in and payments, exactly their features are unmarked', () => {
  assert.deepEqual(
    Object.keys(rows).filter((row) => !marked(['auth', 'pay']).includes(row)),
    [
      'Auth (email/password)',
      'Social login',
      'Payments (checkout and subscriptions)',
      'Everything in Pro',
      'Roles and orgs',
      'Priority support',
    ],
  )
})

test('a part that is not a block has shipped exactly if its feature folder exists', () => {
  const others = [...new Set(Object.values(rows).flat())].filter((part) => !BLOCKS.includes(part))
  assert.deepEqual(
    SHIPPED_FEATURES,
    others.filter((part) => existsSync(join(root, 'features', part))),
  )
})

test('a feature that an operator added is not marked', () => {
  assert.equal(featureLacks('A cake', []), false)
  assert.equal(featureLacks('constructor', []), false)
})
