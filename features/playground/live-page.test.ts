import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { livePages } from './live-page.ts'

const ask = (query: string) => livePages().request(`/embed/playground?${query}`)

test('[S2-227] the live-mode page has one tag, in the test environment, for the requested block', async () => {
  const html = await (await ask('tenant=pk_a&block=pay&mode=dark')).text()
  assert.match(
    html,
    /<script async src="\/v1\/bb\.js" data-tenant="pk_a" data-block="pay" data-env="test"><\/script>/,
  )
  assert.equal(html.match(/<script/g)?.length, 1)
  assert.match(html, /data-mode="dark"/)
})

test('with a theme from the page, the page has a look that its policy allows', async () => {
  const response = await ask('tenant=pk_a&block=pay&theme=auto')
  const html = await response.text()
  assert.match(html, / data-theme="auto"/)
  assert.match(html, /<nav>.*<button type="button">Order<\/button><\/nav>/)
  const style = /<style>(.*)<\/style>/.exec(html)![1]!
  const hash = createHash('sha256').update(style).digest('base64')
  assert.ok(response.headers.get('content-security-policy')!.includes(hash))
  assert.doesNotMatch(await (await ask('tenant=pk_a&block=pay')).text(), /<nav>/)
})

test('[K03] nothing in its address can close an attribute or add one with another name', async () => {
  const hostile = `x"><script>alert(1)</script><i y='`
  const query = new URLSearchParams(
    ['tenant', 'block', 'id', 'theme', 'mode', 'target', 'env', 'src'].map((name) => [name, hostile]),
  )
  const html = await (await ask(String(query))).text()
  assert.equal(html.match(/<script/g)?.length, 1)
  assert.equal(html.match(/<i/g), null)
  assert.deepEqual(
    [...html.matchAll(/ (data-\w+)="/g)].map(([, name]) => name).sort((a, b) => a!.localeCompare(b!)),
    ['data-block', 'data-env', 'data-id', 'data-mode', 'data-tenant', 'data-theme'],
  )
})

test('[K01] [K02] only our own origin may frame it, it has no inline script, and it cannot leave its frame', async () => {
  const policy = (await ask('tenant=pk_a')).headers.get('content-security-policy') ?? ''
  const directives = new Map(policy.split('; ').map((part) => [part.split(' ')[0], part.split(' ').slice(1)]))
  assert.deepEqual(directives.get('frame-ancestors'), ["'self'"])
  assert.deepEqual(directives.get('script-src'), ["'self'"])
  assert.deepEqual(directives.get('object-src'), ["'none'"])
  assert.deepEqual(directives.get('base-uri'), ["'none'"])
  assert.ok(!policy.includes('unsafe'))
  const sandbox = directives.get('sandbox')!
  assert.ok(sandbox.length > 0)
  assert.ok(!sandbox.some((word) => word.startsWith('allow-top-navigation')))
})
