import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostileAddresses } from '#testing/hostile-addresses.ts'
import { safeReturnPath } from './safe-return-path.ts'

/** The shared hostile URLs plus what a path can hide, and our own sign-in page. */
const HOSTILE = [
  ...hostileAddresses,
  '////evil.example/%2f..',
  '/%2Fevil.example',
  '/%5Cevil.example',
  '/%252f%252fevil.example',
  'http:evil.example',
  'HTTPS://evil.example',
  '//evil.example@own.invalid',
  'https://own.invalid@evil.example',
  'https://own.invalid:x@evil.example/',
  '/\tevil.example',
  '\t//evil.example',
  '/\r\n/evil.example',
  '/%0d%0aLocation:%20https://evil.example',
  '/ /evil.example',
  '//2130706433',
  '//0x7f000001',
  '//127.1',
  '//[::1]',
  '//[::ffff:7f00:1]',
  '//①②⑦.0.0.1',
  '//evil。example',
  'JaVaScRiPt:alert(1)',
  '\u0000javascript:alert(1)',
  'vbscript:x',
  'blob:https://evil.example/x',
  '../evil.example',
  '/..//evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '/\u0000/evil.example',
  '/\u2028/evil.example',
  '/%00/evil.example',
  '/%09/evil.example',
  '',
  '/auth',
  '/auth?next=//evil.example',
  '/auth#x',
]

test('[D15] [S2-101] no hostile return path leaves our origin', () => {
  for (const value of HOSTILE) assert.equal(safeReturnPath(value), '/', JSON.stringify(value))
})

test('[D15] our own paths are kept, with any query and fragment', () => {
  const kept = [
    '/',
    '/studio',
    '/bolt/blocks',
    '/studio/billing?ok=1',
    '/bolt/blocks/0198c1a2#access',
    '/trust',
    '/studio?x=//evil.example',
    '/studio#//evil.example',
    '/authors',
  ]
  for (const value of kept) assert.equal(safeReturnPath(value), value)
})

test('without a value, the fallback is used', () => {
  assert.equal(safeReturnPath(null), '/')
  assert.equal(safeReturnPath(undefined, '/studio'), '/studio')
})

test('[D15] every result stays on our origin when a browser resolves it', () => {
  for (const value of HOSTILE) {
    const target = new URL(safeReturnPath(value), 'https://studio.example/auth')
    assert.equal(target.origin, 'https://studio.example', JSON.stringify(value))
  }
})
