import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageFacts } from './page-facts.ts'
import { frameFaults } from './policy/frame-rights.ts'

const factsOf = (html: string) =>
  pageFacts({ url: new URL('https://shop.example/'), hops: [], status: 200, headers: new Headers(), html })
const meta = (policy: string) => `<meta http-equiv="content-security-policy" content="${policy}">`

test('policies in the page itself are read, in their order', () => {
  const { policies } = factsOf(`${meta("frame-src 'self', img-src *")}${meta("script-src 'self'")}`)
  assert.deepEqual(
    policies.map(({ where, policy }) => [where, ...policy.keys()]),
    [
      ['meta', 'frame-src'],
      ['meta', 'img-src'],
      ['meta', 'script-src'],
    ],
  )
})

test('[J11] a page of nothing but policies is not judged policy by policy', () => {
  assert.equal(factsOf(meta('default-src,'.repeat(50_000))).policies.length, 0)
  const { length } = factsOf(meta('default-src').repeat(10_000)).policies
  assert.ok(length > 1000 && length < 1500, `${length} policies`)
})

test('[J11] a header that is one long word is read once, not from each of its letters', () => {
  const began = performance.now()
  assert.deepEqual(
    frameFaults(() => 'a'.repeat(150_000), 'https://blocks.example'),
    [],
  )
  const took = performance.now() - began
  assert.ok(took < 3000, `${took} ms, of which reading once takes one`)
})
