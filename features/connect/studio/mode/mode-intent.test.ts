import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leaveIntent, readModeQuery, takeIntent } from './mode-intent.ts'

function emptyStore() {
  const stored = new Map<string, string>()
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
}
const intent = { tenant: 'a', to: 'live' } as const

test('[F14] an intent works once, for its own tenant and mode, within a minute', () => {
  const store = emptyStore()
  assert.equal(takeIntent(store, intent), false, 'no intent was stored')
  leaveIntent(store, intent, 1000)
  assert.equal(takeIntent(store, intent, 2000), true)
  assert.equal(takeIntent(store, intent, 2000), false, 'used')
  for (const other of [
    { tenant: 'b', to: 'live' },
    { tenant: 'a', to: 'test' },
  ] as const) {
    leaveIntent(store, intent, 1000)
    assert.equal(takeIntent(store, other, 2000), false)
    assert.equal(takeIntent(store, intent, 2000), false, 'used up by the wrong one')
  }
  leaveIntent(store, intent, 1000)
  assert.equal(takeIntent(store, intent, 61_000), false, 'too old')
  leaveIntent(store, intent, 1000)
  assert.equal(takeIntent(store, intent, 500), false, 'from the future')
})

test('anything malformed counts as no intent', () => {
  for (const text of [
    '',
    'x',
    'null',
    '[]',
    '{"tenant":"a","to":"live"}',
    '{"tenant":"a","to":"live","at":"1"}',
  ]) {
    const store = emptyStore()
    store.setItem('bb:mode-intent', text)
    assert.equal(takeIntent(store, intent, 2), false, text)
  }
})

test('the address names a tenant and one of two modes, or nothing', () => {
  const read = (query: string) => readModeQuery(new URLSearchParams(query))
  assert.deepEqual(read('to=live&tenant=a'), intent)
  for (const query of ['', 'to=live', 'tenant=a', 'to=x&tenant=a', 'to=LIVE&tenant=a', 'to=live&tenant='])
    assert.equal(read(query), undefined, query)
})
