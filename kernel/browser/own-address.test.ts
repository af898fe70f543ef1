import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostileAddresses } from '#testing/hostile-addresses.ts'
import { ownPath, readAddress, readOwnAddress } from './own-address.ts'

const ORIGIN = 'https://app.example'

test('[D15] an address that names, or might be read as, another place leads nowhere', () => {
  assert.ok(hostileAddresses.length >= 40)
  for (const text of hostileAddresses) {
    assert.equal(readOwnAddress(text, ORIGIN), undefined, text)
    assert.equal(ownPath(text, ORIGIN, '/home'), '/home', text)
  }
})

test('[D15] [S2-101] paths and addresses of our own are kept whole', () => {
  const kept = { '/': '/', '/studio?tab=1#top': '/studio?tab=1#top', 'https://app.example/a//b': '/a//b' }
  for (const [text, path] of Object.entries(kept)) assert.equal(ownPath(text, ORIGIN, '/x'), path)
  assert.equal(ownPath(null, ORIGIN, '/x'), '/x')
  assert.equal(ownPath('/a?next=%2F%2Fevil', ORIGIN, '/x'), '/a?next=%2F%2Fevil')
})

test('an address of another site is read, so that a list of sites can decide', () => {
  assert.equal(readAddress('https://SHOP.example:443/cart', ORIGIN)?.origin, 'https://shop.example')
})
