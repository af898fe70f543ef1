import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Need, amend } from './amend.ts'
import { type Asked, allows, parsePolicies } from './policy.ts'

const self = new URL('https://shop.example/')
const ask = (policy: string, url: string, more: Partial<Asked> = {}, page = self) =>
  parsePolicies(policy).every((one) =>
    allows(one, { directive: 'frame-src', url: new URL(url), ...more }, page),
  )

describe('evaluates a policy as browsers do', () => {
  const cases: [policy: string, url: string, allowed: boolean][] = [
    ['', 'https://a.example/', true],
    ["script-src 'none'", 'https://a.example/', true],
    ["frame-src 'none'", 'https://a.example/', false],
    ['frame-src', 'https://a.example/', false],
    ["default-src 'self'", 'https://a.example/', false],
    ["default-src 'self'", 'https://shop.example/x', true],
    ["default-src 'self'; frame-src https://a.example", 'https://a.example/x?y', true],
    ["default-src https://a.example; frame-src 'self'", 'https://a.example/', false],
    ["default-src 'none'; child-src https://a.example", 'https://a.example/', true],
    ['frame-src *', 'https://a.example/', true],
    ['frame-src *', 'data:text/html,x', false],
    ['frame-src https:', 'https://a.example/', true],
    ['frame-src https:', 'http://a.example/', false],
    ['frame-src http:', 'https://a.example/', true],
    ['frame-src a.example', 'https://a.example/', true],
    ['frame-src a.example', 'http://a.example/', false],
    ['frame-src *.a.example', 'https://b.a.example/', true],
    ['frame-src *.a.example', 'https://a.example/', false],
    ['frame-src *.a.example', 'https://nota.example/', false],
    ['frame-src https://a.example:8443', 'https://a.example:8443/', true],
    ['frame-src https://a.example:8443', 'https://a.example/', false],
    ['frame-src https://a.example:*', 'https://a.example:9/', true],
    ['frame-src https://a.example', 'https://a.example:9/', false],
    ['frame-src http://a.example', 'https://a.example/', true],
    ['frame-src https://a.example/embed/', 'https://a.example/embed/pay', true],
    ['frame-src https://a.example/embed', 'https://a.example/embed/pay', false],
    ['FRAME-SRC HTTPS://A.EXAMPLE', 'https://a.example/', true],
    ["frame-src https://a.example; frame-src 'none'", 'https://a.example/', true],
    ["frame-src https://a.example, frame-src 'none'", 'https://a.example/', false],
    ['frame-src https://a.example/, frame-src *.example', 'https://a.example/', true],
    ["frame-src 'unsafe-inline'", 'https://a.example/', false],
  ]
  for (const [policy, url, allowed] of cases)
    test(`${policy || 'none'} → ${url}: ${allowed}`, () => assert.equal(ask(policy, url), allowed))

  test('scripts: by nonce, by the list, and without the list if the page trusts only nonces', () => {
    const script = (policy: string, nonce?: string) =>
      ask(policy, 'https://a.example/v1/bb.js', { directive: 'script-src-elem', nonce })
    assert.ok(script("script-src 'nonce-abc'", 'abc'))
    assert.ok(!script("script-src 'nonce-abc'", 'ABC'))
    assert.ok(script("script-src 'nonce-abc' https://a.example"))
    assert.ok(!script("script-src 'nonce-abc' 'strict-dynamic' https://a.example"))
    assert.ok(script("script-src 'nonce-abc' 'strict-dynamic'", 'abc'))
    assert.ok(script("script-src 'none'; script-src-elem a.example"))
    assert.ok(!script("script-src a.example; script-src-elem 'self'"))
  })
})

const needs: Need[] = [
  { directive: 'script-src-elem', url: new URL('https://b.example/v1/bb.js'), source: 'https://b.example' },
  { directive: 'frame-src', url: new URL('https://b.example/embed/pay'), source: 'https://b.example' },
]

describe('the suggested directives', () => {
  const amended = (policy: string) => amend(parsePolicies(policy)[0]!, needs, self)

  test('suggests nothing if nothing is missing', () =>
    assert.equal(amended('default-src https://b.example'), undefined))

  test('extends an existing directive; otherwise adds one, so that the fallback stays narrow', () => {
    assert.deepEqual(amended("default-src 'self' cdn.example; frame-src 'none'; img-src *"), {
      blocking: ['default-src', 'frame-src'],
      lines: ["script-src 'self' cdn.example https://b.example", 'frame-src https://b.example'],
      whole:
        "default-src 'self' cdn.example; frame-src https://b.example; img-src *; script-src 'self' cdn.example https://b.example",
      nonce: false,
    })
  })

  test('the amended policy allows it', () => {
    for (const policy of [
      "default-src 'none'",
      "child-src 'self'; script-src-elem 'self'",
      "script-src 'self'; frame-src https://js.stripe.com",
      "default-src 'none'; script-src 'nonce-x'",
    ]) {
      const whole = parsePolicies(amended(policy)!.whole)
      for (const need of needs) assert.ok(allows(whole[0]!, need, self), `${policy} ${need.directive}`)
    }
  })

  test('suggests a nonce if no source helps', () => {
    const fault = amended("script-src 'nonce-x' 'strict-dynamic'")
    assert.deepEqual([fault?.nonce, fault?.lines], [true, []])
  })
})
