import assert from 'node:assert/strict'
import { test } from 'node:test'
import { builderCode, isTargetId, tidiedId } from './builder-code.ts'

const ORIGINS = { live: 'https://bb.example', test: 'https://preview.bb.example' }
const tenant = (auth_provider: string) =>
  ({ public_key: 'pk_0123456789abcdefghijABCD', theme: 'zen', mode: 'test', auth_provider }) as const

test('every form reserves the height of the single button with Auth0, and no height otherwise', () => {
  const heights = (form: 'tag' | 'target' | 'react', auth_provider: string) =>
    builderCode({ form }, tenant(auth_provider), ORIGINS).code.match(/height=["{]\d+["}]/g)
  assert.deepEqual(heights('tag', 'auth0'), ['height="240"'])
  assert.deepEqual(heights('target', 'auth0'), ['height="240"'])
  assert.deepEqual(heights('react', 'auth0'), ['height={240}'])
  for (const form of ['tag', 'target', 'react'] as const) assert.equal(heights(form, 'supabase'), null)
})

test('the typed ids of elements are in the tags; what would break a tag is refused', () => {
  const codeOf = (auth: string, pay: string) =>
    builderCode({ form: 'target' }, tenant('supabase'), ORIGINS, { auth, pay }).code.match(
      /data-target="[^"]*"/g,
    )
  assert.deepEqual(codeOf('', ''), ['data-target="#account"', 'data-target="#shop"'])
  assert.deepEqual(codeOf(tidiedId(' #comp-lx4f2 '), 'shop_2'), [
    'data-target="#comp-lx4f2"',
    'data-target="#shop_2"',
  ])
  for (const bad of ['2comp', 'a b', 'a"b', 'a>b', 'a.b', '']) {
    assert.equal(isTargetId(bad), false, bad)
    assert.deepEqual(codeOf(bad, 'x'), ['data-target="#account"', 'data-target="#x"'])
  }
  const { code } = builderCode(
    { form: 'target', exampleIds: { auth: 'comp-1', pay: 'comp-2' } },
    tenant('supabase'),
    ORIGINS,
    { auth: '', pay: 'comp-9' },
  )
  assert.match(code, /data-target="#comp-1"[^]*data-target="#comp-9"/, 'the examples of the builder')
})
