import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostileAddresses } from '#testing/hostile-addresses.ts'
import { readAddress, readOwnAddress } from './own-address.ts'

const ORIGIN = 'https://app.example'

test('[D15] a URL that names, or might be read as, another origin is rejected', () => {
  assert.ok(hostileAddresses.length >= 40)
  for (const text of hostileAddresses) assert.equal(readOwnAddress(text, ORIGIN), undefined, text)
})

test('[D15] paths and URLs of our own origin are kept unchanged', () => {
  const kept = {
    '/': 'https://app.example/',
    '/studio?tab=1#top': 'https://app.example/studio?tab=1#top',
    'https://app.example/a//b': 'https://app.example/a//b',
    '/a?next=%2F%2Fevil': 'https://app.example/a?next=%2F%2Fevil',
  }
  for (const [text, href] of Object.entries(kept)) assert.equal(readOwnAddress(text, ORIGIN)?.href, href)
})

test('a URL of another site is parsed, so that a list of sites can decide', () => {
  assert.equal(readAddress('https://SHOP.example:443/cart', ORIGIN)?.origin, 'https://shop.example')
})
