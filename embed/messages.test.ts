import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayNavigate, readHeight, seal, unseal } from './messages.ts'

test('a sealed message is read on the other side, with its version and frame ID', () => {
  const sealed = seal('f1', { type: 'resize' as const, height: 3 })
  assert.deepEqual(unseal(structuredClone(sealed)), { type: 'resize', height: 3, bb: 1, id: 'f1' })
})

test('[K05] messages between other scripts on the page are not read', () => {
  for (const data of [
    null,
    undefined,
    'hello',
    7,
    [],
    {},
    { bb: 2, id: 'f', type: 'resize' },
    { type: 'resize' },
  ])
    assert.equal(unseal(data), undefined, JSON.stringify(data))
})

test('heights are whole pixels within limits', () => {
  assert.equal(readHeight(355.2), 356)
  assert.equal(readHeight(0), 0)
  for (const height of [-1, 20_001, Number.NaN, Infinity, '300', null, undefined])
    assert.equal(readHeight(height), undefined, String(height))
})

const OURS = 'https://blocks.example'
const CHECKOUT = ['https://checkout.example']

test('a frame can move the page to us and to the checkout', () => {
  assert.equal(mayNavigate('https://blocks.example/checkout/return?x=1', OURS, CHECKOUT), true)
  assert.equal(mayNavigate('https://checkout.example/c/pay/cs_1#x', OURS, CHECKOUT), true)
})

test('and nowhere else', () => {
  for (const url of [
    'https://evil.example/',
    'https://checkout.example.evil.example/',
    'https://checkout.example@evil.example/',
    'http://checkout.example/',
    'https://checkout.example:8443/',
    'https://checkout.example\\@evil.example/',
    'https://checkout.example\n.evil.example/',
    'https://checkout.example:@evil.example/',
    'https:checkout.example/',
    'javascript:alert(1)',
    'blob:https://blocks.example/1',
    'data:text/html,x',
    '//checkout.example/',
    '/relative',
    ' https://blocks.example/',
    '',
  ])
    assert.equal(mayNavigate(url, OURS, CHECKOUT), false, url)
})
