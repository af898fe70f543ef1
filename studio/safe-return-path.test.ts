import assert from 'node:assert/strict'
import { test } from 'node:test'
import { safeReturnPath } from './safe-return-path.ts'

const HOSTILE = [
  '//evil.example',
  '///evil.example',
  '////evil.example/%2f..',
  '/\\evil.example',
  '\\\\evil.example',
  '/\\/evil.example',
  '\\/evil.example',
  '/%2f%2fevil.example',
  '/%2Fevil.example',
  '/%5cevil.example',
  '/%5Cevil.example',
  '/%252f%252fevil.example',
  'https://evil.example',
  'https:evil.example',
  'https:/evil.example',
  'http:evil.example',
  'HTTPS://evil.example',
  '//evil.example@own.invalid',
  'https://own.invalid@evil.example',
  'https://own.invalid:x@evil.example/',
  '/\tevil.example',
  '/\t/evil.example',
  '\t//evil.example',
  '/\n/evil.example',
  '/\r\n/evil.example',
  '/ok\r\nLocation: https://evil.example',
  '/%0d%0aLocation:%20https://evil.example',
  ' //evil.example',
  '/ /evil.example',
  '//2130706433',
  '//0x7f000001',
  '//127.1',
  '//[::1]',
  '//[::ffff:7f00:1]',
  '//①②⑦.0.0.1',
  '//evil。example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  '\u0000javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'blob:https://evil.example/x',
  'file:///etc/passwd',
  '#//evil.example',
  '?next=//evil.example',
  'evil.example',
  './/evil.example',
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

test('[D15] [S2-101] no hostile return path leaves the own origin', () => {
  assert.ok(HOSTILE.length >= 40)
  for (const value of HOSTILE) assert.equal(safeReturnPath(value), '/', JSON.stringify(value))
})

test('[S2-100] [D15] own paths are kept with query and fragment, whatever these hold', () => {
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

test('without a value the fallback is taken', () => {
  assert.equal(safeReturnPath(null), '/')
  assert.equal(safeReturnPath(undefined, '/studio'), '/studio')
})

test('[D15] what is kept stays on the origin as browsers resolve it', () => {
  for (const value of HOSTILE) {
    const target = new URL(safeReturnPath(value), 'https://studio.example/auth')
    assert.equal(target.origin, 'https://studio.example', JSON.stringify(value))
  }
})
