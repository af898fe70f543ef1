import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageFacts } from './page-facts.ts'
import { frameFaults } from './policy/frame-rights.ts'

const factsOf = (html: string, url = 'https://shop.example/') =>
  pageFacts({ url: new URL(url), hops: [], status: 200, headers: new Headers(), html })
const meta = (policy: string) => `<meta http-equiv="content-security-policy" content="${policy}">`

test('policies in the page itself are read in order', () => {
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

test('the script of a bubble is found as a script tag, and names its block', () => {
  const src = 'https://blocks.example/v1/bb-bubble.js'
  const { snippet } = factsOf(
    `<script async src="${src}" data-tenant="pk_1" data-block="prompt" data-height="380"></script>`,
  )
  assert.deepEqual(
    snippet.scripts.map((script) => [script.src, script.version]),
    [[src, undefined]],
  )
  assert.deepEqual(
    snippet.blocks.map(({ block, tenant, height }) => [block, tenant, height]),
    [['prompt', 'pk_1', 380]],
  )
  assert.equal(
    factsOf(`<script async src="${src.replace('bubble', 'other')}"></script>`).snippet.scripts.length,
    0,
  )
})

test('[J11] a page that consists of policies is not evaluated policy by policy', () => {
  assert.equal(factsOf(meta('default-src,'.repeat(50_000))).policies.length, 0)
  const { length } = factsOf(meta('default-src').repeat(10_000)).policies
  assert.ok(length > 1000 && length < 1500, `${length} policies`)
})

test('[J11] a header that is one long word is parsed in linear time', () => {
  const began = performance.now()
  assert.deepEqual(
    frameFaults(() => 'a'.repeat(150_000), 'https://blocks.example'),
    [],
  )
  const took = performance.now() - began
  assert.ok(took < 3000, `${took} ms, of which reading once takes one`)
})

test('[J11] unterminated lists are parsed in linear time', () => {
  const time = (size: number) =>
    processorTime(() => frameFaults(() => 'a=(,'.repeat(size / 4), 'https://blocks.example'))
  time(8000)
  // Quadratic work would take 256 times as long for 16 times the length.
  const [short, long] = [time(8000), time(128_000)]
  assert.ok(long < Math.max(short, 4000) * 64, `${short} µs, then ${long} µs`)
})

test('[J11] the cost of a page full of scripts does not grow with the length of its URL', () => {
  for (const value of ['x.js', 'bb.js', '?/v1/bb.js']) {
    const tag = `<script src=${value} data-src=${value} data-rocket-src=${value} data-cookieblock-src=${value}></script>`
    const html = tag.repeat(1_000_000 / tag.length)
    const time = (url: string) => processorTime(() => factsOf(html, url))
    time('https://shop.example/')
    const [short, long] = [time('https://shop.example/'), time(`https://shop.example/${'x'.repeat(60_000)}/`)]
    assert.ok(long < Math.max(short, 50_000) * 4, `${value}: ${short} µs, then ${long} µs`)
  }
})

test('[J11] at most two hundred tags of our script are read', () => {
  const { snippet } = factsOf('<script src=https://b.example/v1/bb.js data-block=pay></script>'.repeat(1000))
  assert.deepEqual([snippet.scripts.length, snippet.blocks.length], [200, 200])
})

/** CPU time in microseconds, which other work on the machine does not affect. */
function processorTime(work: () => void): number {
  const from = process.cpuUsage()
  work()
  return process.cpuUsage(from).user
}
