import assert from 'node:assert/strict'
import { test } from 'node:test'
import { builderCode } from './builder-code.ts'

const ORIGINS = { live: 'https://bb.example', test: 'https://preview.bb.example' }
const tenant = (auth_provider: string) =>
  ({ public_key: 'pk_0123456789abcdefghijABCD', theme: 'zen', mode: 'test', auth_provider }) as const

test('every form reserves the height of the single button with Auth0, and no height otherwise', () => {
  const heights = (form: 'tag' | 'target' | 'react', auth_provider: string) =>
    builderCode(form, tenant(auth_provider), ORIGINS).code.match(/height=["{]\d+["}]/g)
  assert.deepEqual(heights('tag', 'auth0'), ['height="240"'])
  assert.deepEqual(heights('target', 'auth0'), ['height="240"'])
  assert.deepEqual(heights('react', 'auth0'), ['height={240}'])
  for (const form of ['tag', 'target', 'react'] as const) assert.equal(heights(form, 'supabase'), null)
})
