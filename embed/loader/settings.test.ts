import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BlockFacts } from './base.ts'
import { attribute, readSettings, reservedHeight } from './settings.ts'

const facts: BlockFacts = [
  'Products',
  ['category'],
  [
    [0, 318],
    [480, 326],
  ],
]

function element(attributes: Record<string, string>, clientWidth = 1000): Element {
  const getAttribute = (name: string) => attributes[name] ?? null
  const closest = () => (attributes['lang'] ? { lang: attributes['lang'] } : null)
  return { getAttribute, clientWidth, closest } as unknown as Element
}

test('[S7-082] a tag tells tenant, block and theme by its data attributes', () => {
  const tag = element({ 'data-tenant': 'pk_1', 'data-block': 'pay', 'data-theme': 'zen' })
  assert.deepEqual(readSettings(tag, 'pay', facts), {
    block: 'pay',
    tenant: 'pk_1',
    theme: 'zen',
    passed: {},
  })
})

test('[S7-083] the environment and the block’s own attributes are passed on, others are not', () => {
  const tag = element({
    'data-env': 'test',
    'data-locale': 'de',
    'data-category': 'a&b="<',
    'data-wf-id': 'x',
  })
  assert.deepEqual(readSettings(tag, 'pay', facts).passed, { env: 'test', locale: 'de', category: 'a&b="<' })
})

test('data-bb-x, data-x and plain x mean the same, in this order', () => {
  assert.equal(attribute(element({ 'data-bb-block': 'a', 'data-block': 'b', block: 'c' }), 'block'), 'a')
  assert.equal(attribute(element({ 'data-block': 'b', block: 'c' }), 'block'), 'b')
  assert.equal(attribute(element({ block: 'c' }), 'block'), 'c')
  assert.equal(attribute(element({}), 'block'), '')
})

test('the reserved height follows the width of the place, and the builder knows better', () => {
  assert.equal(reservedHeight(element({}, 390), facts), 318)
  assert.equal(reservedHeight(element({}, 480), facts), 326)
  assert.equal(reservedHeight(element({ 'data-height': '640' }), facts), 640)
  assert.equal(reservedHeight(element({ 'data-height': 'tall' }), facts), 326)
})
