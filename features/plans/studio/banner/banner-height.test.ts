import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readBannerHeight, rememberBannerHeight } from './banner-height.ts'

test('a stored banner height is used only if a banner can be that high', () => {
  const kept = new Map<string, string>()
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
  assert.equal(readBannerHeight(store), 0)
  for (const pixels of [48, 0]) {
    rememberBannerHeight(store, pixels)
    assert.equal(readBannerHeight(store), pixels)
  }
  for (const value of ['-48', '1e9', 'Infinity', 'NaN', '48px', ''])
    assert.equal(readBannerHeight({ getItem: () => value }), 0, value)
})

test('blocked storage counts as empty', () => {
  const shut = { getItem: () => assert.fail('SecurityError'), setItem: () => assert.fail('SecurityError') }
  rememberBannerHeight(shut, 48)
  assert.equal(readBannerHeight(shut), 0)
})
