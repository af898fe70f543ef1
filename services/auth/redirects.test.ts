import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TenantCard } from '#kernel/tenancy.ts'
import { hostileAddresses } from '#testing/hostile-addresses.ts'
import { confirmationLink } from './mails/links.ts'
import { creators, endUsersOf } from './pool.ts'
import { returnAddress, tokenReturnAddress } from './redirects.ts'

const OURS = 'https://app.example'
const tenant: TenantCard = {
  id: '0190a0a0-0000-7000-8000-000000000001',
  name: 'Hearth & Rye',
  public_key: 'pk_0123456789abcdefghijklmn',
  theme: { variant: 'clean' },
  auth_provider: 'supabase',
  auth0_domain: null,
  auth0_client_id: null,
  stripe_mode: 'live',
  allowed_origins: ['https://shop.example'],
  measuring: 'off',
  missing_plans: [],
}
const visitors = endUsersOf(tenant)
const embed = `${OURS}/embed/auth?tenant=${tenant.public_key}`

const alike = [
  'https://shop.example.evil.example/',
  'http://shop.example/',
  'https://shop.example:8443/',
  'https://www.shop.example/',
  'https://shop.example@evil.example/',
  'https://user@shop.example/',
  'http://localhost:5173/',
  'https://x.webflow.io/',
]

test('[D15] a redirect_to that is not allowed or is ambiguous silently becomes the site address', () => {
  for (const hostile of [...hostileAddresses, 'https://shop.example/', ''])
    assert.equal(returnAddress(OURS, creators, hostile), `${OURS}/`, hostile)
  for (const hostile of [...hostileAddresses, ...alike, ''])
    assert.equal(returnAddress(OURS, visitors, hostile), embed, hostile)
  assert.equal(returnAddress(OURS, creators, undefined), `${OURS}/`)
})

test('[D15] our own pages are allowed for every pool, listed sites for their visitors', () => {
  for (const pool of [creators, visitors])
    for (const own of [`${OURS}/studio?a=1#b`, '/studio?a=1#b'])
      assert.equal(returnAddress(OURS, pool, own), `${OURS}/studio?a=1#b`)
  assert.equal(
    returnAddress(OURS, visitors, 'https://shop.example/cart?x=%20#y'),
    'https://shop.example/cart?x=%20#y',
  )
})

test('in test mode localhost and preview hosts count as sites too, exactly as for frames', () => {
  const testing = endUsersOf({ ...tenant, stripe_mode: 'test' })
  for (const page of ['http://shop.localhost:4000/a', 'http://localhost:5173/', 'https://x.webflow.io/'])
    assert.equal(returnAddress(OURS, testing, page), page)
  assert.equal(returnAddress(OURS, testing, 'https://evil.example/'), embed)
})

test('tokens only go to our own pages and to origins that are listed in exactly this spelling', () => {
  const testing = endUsersOf({ ...tenant, stripe_mode: 'test' })
  for (const pool of [visitors, testing]) {
    for (const page of [...hostileAddresses, ...alike, 'http://shop.localhost:4000/a'])
      assert.equal(tokenReturnAddress(OURS, pool, page), embed, page)
    assert.equal(tokenReturnAddress(OURS, pool, 'https://shop.example/cart'), 'https://shop.example/cart')
  }
  const plain = endUsersOf({ ...tenant, allowed_origins: ['http://shop.example'] })
  assert.equal(returnAddress(OURS, plain, 'https://shop.example/a'), 'https://shop.example/a')
  assert.equal(tokenReturnAddress(OURS, plain, 'https://shop.example/a'), embed)
  assert.equal(tokenReturnAddress(OURS, creators, '/studio'), `${OURS}/studio`)
  assert.equal(tokenReturnAddress(OURS, creators, 'https://shop.example/cart'), `${OURS}/`)
})

test('a value inside an email link cannot add or replace another parameter', () => {
  const back = 'https://shop.example/?type=recovery&token_hash=other#&tenant=pk_x'
  const link = new URL(confirmationLink(OURS, visitors, 'signup', 'abc', back))
  assert.deepEqual(Object.fromEntries(link.searchParams), {
    tenant: tenant.public_key,
    token_hash: 'abc',
    type: 'signup',
    redirect_to: back,
  })
  assert.equal(link.hash, '')
})
