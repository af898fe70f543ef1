import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PromptProvider } from '#blocks/prompt/endpoints-studio.ts'
import { PRESETS, presetOf } from './presets.ts'
import { givenProviderOf, keepsKey, providerDraftOf, providerProblems } from './provider-draft.ts'

const stored: PromptProvider = {
  from: 'tenant',
  base_url: 'https://api.openai.com/v1',
  model: 'gpt-4.1-mini',
  has_key: true,
  price_in: 400_000,
  price_out: null,
  max_field: 'max_completion_tokens',
  checked_at: null,
}
const none: PromptProvider = { ...stored, from: 'none', base_url: null, model: null, has_key: false }

test('a saved provider comes back without its key, and keeps it for its own address alone', () => {
  const draft = providerDraftOf(stored)
  assert.deepEqual(givenProviderOf(draft), {
    base_url: 'https://api.openai.com/v1',
    model: 'gpt-4.1-mini',
    price_in: 400_000,
    price_out: null,
    max_field: 'max_completion_tokens',
  })
  assert.deepEqual(providerProblems(draft, stored), {})
  const moved = { ...draft, baseUrl: 'https://api.openai.com.evil.test/v1' }
  assert.equal(keepsKey(moved, stored), false)
  assert.deepEqual(Object.keys(providerProblems(moved, stored)), ['key'])
  assert.deepEqual(providerProblems({ ...moved, key: 'sk-1' }, stored), {})
})

test('an empty form names what is missing', () => {
  const draft = { ...providerDraftOf(none), priceIn: 'cheap', key: 'a b' }
  assert.deepEqual(Object.keys(providerProblems(draft, none)), ['baseUrl', 'model', 'key', 'priceIn'])
})

test('presets have addresses as the server stores them', () => {
  for (const preset of PRESETS) {
    assert.equal(new URL(preset.baseUrl).href, preset.baseUrl)
    assert.equal(presetOf(`${preset.baseUrl}/`), preset)
  }
  assert.equal(presetOf('https://example.com/v1'), undefined)
})
