// The mark on rows of plans that have not shipped follows the registry of blocks.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { blocks } from '#blocks/registry.ts'
import { LANDING_OFFERS } from '#features/plans/studio/pricing/landing-offers.ts'
import { PLAN_FEATURES, type Part, SHIPPED_FEATURES, isInDevelopment, lacks } from './plan-features.ts'

const root = join(import.meta.dirname, '..')
const BLOCKS = ['auth', 'pay', 'database', 'prompt', 'library', 'tickets', 'analytics']
const registered = Object.keys(blocks)
const marked = (shipped?: readonly string[]) =>
  Object.keys(PLAN_FEATURES).filter((feature) => isInDevelopment(feature, shipped))

test('every row of the plans says which parts it needs', () => {
  const rows = LANDING_OFFERS.flatMap(({ features }): readonly string[] => features)
  assert.deepEqual(Object.keys(PLAN_FEATURES).toSorted(), rows.toSorted())
})

test('a row is marked while a block that it needs is not registered, and no longer', () => {
  for (const block of BLOCKS) {
    const all = [...BLOCKS, 'people']
    const needing = Object.keys(PLAN_FEATURES).filter((row) => PLAN_FEATURES[row]!.includes(block as Part))
    assert.ok(needing.length > 0, block)
    assert.deepEqual(marked(all.filter((part) => part !== block)), needing)
  }
  assert.deepEqual(marked([...BLOCKS, 'people']), [])
})

test('the marks of today are those of the registry', () => {
  assert.deepEqual(marked(), marked([...registered, ...SHIPPED_FEATURES]))
  for (const block of BLOCKS) assert.equal(lacks([block as Part]), !registered.includes(block), block)
})

test('what is not a block has shipped exactly when its folder exists', () => {
  const others = [...new Set(Object.values(PLAN_FEATURES).flat())].filter((part) => !BLOCKS.includes(part))
  assert.deepEqual(
    SHIPPED_FEATURES,
    others.filter((part) => existsSync(join(root, 'features', part))),
  )
})

test('a row that an operator added is not marked', () => {
  assert.equal(isInDevelopment('A cake'), false)
  assert.equal(isInDevelopment('constructor'), false)
})
