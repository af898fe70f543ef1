import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConnectReturn } from './connect-return.ts'

const read = (query: string) => readConnectReturn(new URLSearchParams(query))

test('the result of the provider’s return URL is read from the address', () => {
  assert.deepEqual(read('stripe=connected&tenant=1'), { outcome: 'connected', tenant: '1' })
  assert.deepEqual(read('stripe=incomplete&tenant=1'), { outcome: 'incomplete', tenant: '1' })
  assert.deepEqual(read('stripe=incomplete'), { outcome: 'incomplete', tenant: undefined })
})

test('an address without a tenant or with an unknown outcome connects nothing', () => {
  for (const query of [
    '',
    'stripe=connected',
    'stripe=connected&tenant=',
    'stripe=yes&tenant=1',
    'tenant=1',
    'Stripe=connected&tenant=1',
  ])
    assert.equal(read(query), undefined, query)
})

test('an error is shown in our own text; an address cannot inject another', () => {
  const words = (query: string) => {
    const back = read(`stripe=failed&tenant=1&${query}`)
    return back?.outcome === 'failed' ? back.words : undefined
  }
  assert.equal(words('reason=denied'), 'You declined at Stripe. Nothing was connected.')
  assert.equal(words('reason=refused&code=invalid_scope'), 'Stripe refused the connection (invalid_scope).')
  for (const query of ['reason=refused', 'reason=constructor', 'reason=x&code=Call%20us%20at%201', ''])
    assert.equal(words(query), 'Stripe refused the connection.', query)
})
