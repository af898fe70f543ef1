import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostileAddresses } from '#testing/hostile-addresses.ts'
import { allowedReturnUrl, withOrderCode } from './allowed-return-url.ts'

const OWN = 'https://app.example'
const listed = { allowed_origins: ['https://shop.example'], stripe_mode: 'live' }

test('[D15] a buyer is redirected only to pages on the tenant’s list of sites', () => {
  for (const address of hostileAddresses)
    assert.equal(allowedReturnUrl(address, listed, OWN), undefined, address)
  const refused = [
    '/embed/pay',
    'https://app.example/studio',
    'https://app.example/embed/../studio',
    'https://shop.example.evil.example/',
    'http://shop.example/',
    'https://shop.example:8443/',
    'https://sub.shop.example/',
    'https://preview.netlify.app/',
    'http://localhost:5173/',
  ]
  for (const address of refused) assert.equal(allowedReturnUrl(address, listed, OWN), undefined, address)
  assert.equal(
    allowedReturnUrl('https://shop.example/cart?x=1#top', listed, OWN)?.href,
    'https://shop.example/cart?x=1#top',
  )
  assert.equal(
    allowedReturnUrl('https://app.example/embed/pay?tenant=pk_1', listed, OWN)?.pathname,
    '/embed/pay',
  )
  const testing = { ...listed, stripe_mode: 'test' }
  for (const address of ['http://localhost:5173/a', 'https://x.webflow.io/', 'http://shop.localhost:4000/'])
    assert.ok(allowedReturnUrl(address, testing, OWN), address)
})

test('the code is added to the fragment and keeps the page’s own fragment', () => {
  const cases: [string, string][] = [
    ['https://shop.example/a?b=1', 'https://shop.example/a?b=1#bb_order=C'],
    ['https://shop.example/#/cart', 'https://shop.example/#/cart&bb_order=C'],
    ['https://shop.example/#bb_order=old', 'https://shop.example/#bb_order=C'],
    ['https://shop.example/#top&bb_order=old', 'https://shop.example/#top&bb_order=C'],
  ]
  for (const [page, target] of cases) assert.equal(withOrderCode(new URL(page), 'C'), target)
})
