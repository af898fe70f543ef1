import assert from 'node:assert/strict'
import { test } from 'node:test'

// The build defines it.
Object.assign(globalThis, { __BB_NAMED_BY_ID__: 'my-block' })
const { attribute, readSettings, reservedHeight } = await import('./settings.ts')

function element(attributes: Record<string, string>, minHeight = ''): HTMLElement {
  const getAttribute = (name: string) => attributes[name] ?? null
  const closest = () => (attributes['lang'] ? { lang: attributes['lang'] } : null)
  const named = Object.keys(attributes).map((name) => ({ name }))
  return { getAttribute, closest, attributes: named, style: { minHeight } } as unknown as HTMLElement
}

test('[S7-082] a tag passes tenant, block and theme in its data attributes', () => {
  const tag = element({ 'data-tenant': 'pk_1', 'data-block': 'pay', 'data-theme': 'zen' })
  assert.deepEqual(readSettings(tag, 'pay'), {
    block: 'pay',
    tenant: 'pk_1',
    theme: 'zen',
    passed: { tenant: 'pk_1', theme: 'zen' },
  })
})

test('[S7-083] the environment and the block’s own attributes are passed on, others are not', () => {
  const tag = element({
    'data-env': 'test',
    'data-locale': 'de',
    'data-category': 'a&b="<',
    'data-bb-page': '2',
    'data-hobby': 'chess',
    'data-wf-id': 'x',
    class: 'y',
    id: 'shop',
  })
  assert.deepEqual(readSettings(tag, 'pay').passed, {
    env: 'test',
    locale: 'de',
    category: 'a&b="<',
    page: '2',
    hobby: 'chess',
  })
})

test('attributes that only the script reads are not passed on', () => {
  const tag = element({ 'data-block': 'pay', 'data-target': '#a', 'data-height': '9' })
  assert.deepEqual(readSettings(tag, 'pay').passed, {})
})

test('the ID of an element names a block only where blocks are named by it', () => {
  assert.deepEqual(readSettings(element({ id: 'b1' }), 'my-block').passed, { id: 'b1' })
  assert.deepEqual(readSettings(element({ id: 'b1' }), 'auth').passed, {})
})

test('data-bb-x, data-x and plain x are equivalent, in this order', () => {
  assert.equal(attribute(element({ 'data-bb-block': 'a', 'data-block': 'b', block: 'c' }), 'block'), 'a')
  assert.equal(attribute(element({ 'data-block': 'b', block: 'c' }), 'block'), 'b')
  assert.equal(attribute(element({ block: 'c' }), 'block'), 'c')
  assert.equal(attribute(element({}), 'block'), '')
})

test('the height to reserve: data-height, then the element’s style, then the height of early tags', () => {
  assert.equal(reservedHeight(element({ 'data-height': '640' }, '326px'), 'pay', 'pk_1'), 640)
  assert.equal(reservedHeight(element({}, '326px'), 'pay', 'pk_1'), 326)
  assert.equal(reservedHeight(element({ 'data-height': 'tall' }), 'pay', 'pk_1'), 334)
  assert.equal(reservedHeight(element({}), 'guestbook', 'pk_1'), 160)
  assert.equal(reservedHeight(element({}), 'constructor', 'pk_1'), 160)
})

test('early tags reserve their blocks’ heights', async () => {
  const { blockPlaces } = await import('#blocks/registry.ts')
  for (const name of ['auth', 'pay', 'profile'])
    assert.equal(
      reservedHeight(element({}), name, 'pk_1'),
      blockPlaces.find((place) => place.name === name)!.embed.height,
    )
})
