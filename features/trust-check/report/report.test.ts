import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { BlockPlace } from '#kernel/browser/block-manifest.ts'
import type { TenantCard } from '#kernel/tenancy.ts'
import { type Finding, countOf } from '#kernel/browser/finding.ts'
import { makeReport } from './report.ts'

const ORIGIN = 'https://blocks.example'
const KEY = 'pk_1'
/** Everything that a tag can name. */
const PLACES: BlockPlace[] = [['auth'], ['pay'], ['my-block', 'id'], ['form', 'form']].map(
  ([name, shows]) => ({
    name: name!,
    title: name!,
    embed: { attributes: [], height: 1, ...(shows && { shows }) },
  }),
)
const tenant = (more: Partial<TenantCard> = {}) =>
  ({
    public_key: KEY,
    stripe_mode: 'live',
    allowed_origins: ['https://shop.example'],
    measuring: 'off',
    ...more,
  }) as TenantCard

interface Given {
  url?: string
  hops?: string[]
  headers?: Record<string, string>
  html?: string
  tenant?: TenantCard
  origins?: { test: string; live: string }
}
const report = ({ url = 'https://shop.example/', hops = [], headers = {}, html = '', ...more }: Given) =>
  makeReport(
    { url: new URL(url), hops, status: 200, headers: new Headers(headers), html },
    {
      origins: more.origins ?? { test: ORIGIN, live: ORIGIN },
      blocks: PLACES,
      tenantOf: async (key) => (key === KEY ? (more.tenant ?? tenant()) : undefined),
    },
  )
const finding = async (id: string, given: Given): Promise<Finding> => {
  const { site, blocks } = await report(given)
  return [...site, ...blocks].find((one) => one.id === id)!
}
const verdict = async (id: string, given: Given) => (await finding(id, given)).verdict
const csp = (policy: string) => ({ headers: { 'content-security-policy': policy } })
const tag = (block = 'pay', more = `data-tenant="${KEY}" data-env="live"`, origin = ORIGIN) =>
  `<script async src="${origin}/v1/bb.js" data-block="${block}" ${more}></script>`

test('[S2-231] HTTPS: the page itself, and every redirect to it', async () => {
  assert.equal(await verdict('https', {}), 'Pass')
  const plain = await finding('https', { url: 'http://shop.example/' })
  assert.deepEqual([plain.state, plain.verdict], ['fail', 'Use HTTPS'])
  const upgraded = await finding('https', { hops: ['http://shop.example/'] })
  assert.deepEqual([upgraded.state, upgraded.text.includes('redirects to it')], ['pass', true])
  const between = await finding('https', { hops: ['https://shop.example/', 'http://www.shop.example/'] })
  assert.deepEqual([between.state, between.verdict], ['warn', 'Use HTTPS'])
})

test('[S2-232] HSTS: sent, long enough, well-formed, and on an encrypted page', async () => {
  const sent = (value: string, url?: string) =>
    verdict('hsts', { ...(url ? { url } : {}), headers: { 'strict-transport-security': value } })
  assert.equal(await verdict('hsts', {}), 'Add HSTS')
  assert.equal(await sent('max-age=31536000; includeSubDomains; preload'), 'Pass')
  assert.equal(await sent('includeSubDomains; MAX-AGE="31536000"'), 'Pass')
  assert.equal(await sent('max-age=31536000', 'http://shop.example/'), 'Add HSTS')
  for (const bad of [
    'max-age=0',
    'max-age=3600',
    'includeSubDomains',
    'xmax-age=31536000',
    'max-age=1y',
    'max-age=60, max-age=31536000',
  ])
    assert.equal(await sent(bad), 'Add HSTS', bad)
})

test('[S2-233] CSP: in a header or in the page, but not report-only', async () => {
  assert.equal(await verdict('csp', {}), 'No CSP')
  assert.equal(await verdict('csp', csp("default-src 'self'")), 'Pass')
  const meta = `<meta http-equiv="Content-Security-Policy" content="default-src 'self'">`
  assert.equal(await verdict('csp', { html: meta }), 'Pass')
  assert.equal(await verdict('csp', { html: `<!-- ${meta} -->` }), 'No CSP')
  assert.equal(
    await verdict('csp', { html: '<meta http-equiv="content-security-policy" content="sandbox">' }),
    'No CSP',
  )
  const only = await finding('csp', {
    headers: { 'content-security-policy-report-only': "default-src 'self'" },
  })
  assert.deepEqual([only.verdict, only.text.includes('report-only')], ['No CSP', true])
  const weak = await finding('csp', csp("script-src 'self' 'unsafe-inline' 'unsafe-eval'"))
  assert.match(weak.text, /weakened by `'unsafe-inline'` and `'unsafe-eval'`/)
  assert.doesNotMatch((await finding('csp', csp("script-src 'nonce-a' 'unsafe-inline'"))).text, /weakened/)
})

test('[S2-234] the card provider: allowed, or the exact missing directives', async () => {
  const open =
    'script-src https://js.stripe.com; frame-src https://js.stripe.com https://hooks.stripe.com; connect-src https://api.stripe.com'
  assert.equal(await verdict('card-provider', {}), 'Pass')
  assert.equal(await verdict('card-provider', csp(open)), 'Pass')
  assert.equal(
    await verdict(
      'card-provider',
      csp('script-src https://*.stripe.com; frame-src *.stripe.com; connect-src *'),
    ),
    'Pass',
  )
  const blocked = await finding('card-provider', csp("default-src 'self'; frame-src 'none'"))
  assert.deepEqual([blocked.verdict, blocked.state], ['Blocked', 'warn'])
  assert.equal(
    blocked.fixes!.length,
    1,
    'no whole policy that would take the place of the one for our blocks',
  )
  assert.deepEqual(blocked.fixes![0]!.code.split('\n'), [
    "script-src 'self' https://js.stripe.com;",
    'frame-src https://js.stripe.com https://hooks.stripe.com;',
    "connect-src 'self' https://api.stripe.com;",
  ])
  const own = { ...csp("default-src 'self'"), html: '<script src="https://js.stripe.com/v3/"></script>' }
  const needed = await finding('card-provider', own)
  assert.equal(needed.state, 'fail')
  const whole = needed.fixes!.at(-1)!.code.replace('content-security-policy: ', '')
  assert.equal(await verdict('card-provider', csp(whole)), 'Pass')
})

test('a policy that blocks the reports of visits is a warning, if a tenant on the page counts visits', async () => {
  const counting = { html: tag(), tenant: tenant({ measuring: 'consent' }) }
  const blocking = csp(`script-src ${ORIGIN}; frame-src ${ORIGIN}; connect-src 'self'`)
  assert.equal(await finding('measuring-csp', { html: tag(), ...blocking }), undefined)
  assert.equal((await finding('measuring-csp', { ...counting, ...blocking })).state, 'warn')
  assert.equal((await finding('measuring-csp', counting)).state, 'pass')
})

test('[S2-235] hosted checkout: detected, none, or card fields in the page itself', async () => {
  assert.equal(await verdict('checkout', { html: tag() }), 'Pass')
  assert.equal(await verdict('checkout', { html: '<p>Bread</p>' }), 'None found')
  assert.equal(await verdict('checkout', { html: `${tag()}<input autocomplete="cc-number">` }), 'Card fields')
})

describe('our blocks', () => {
  test('a blocking policy is reported with the required sources; every policy counts', async () => {
    assert.equal(await verdict('blocks-csp', {}), 'Pass')
    assert.equal(await verdict('blocks-csp', csp(`script-src ${ORIGIN}; frame-src ${ORIGIN}`)), 'Pass')
    const blocked = await finding('blocks-csp', csp("default-src 'self'; frame-src https://js.stripe.com"))
    assert.deepEqual(
      [blocked.state, blocked.text],
      ['fail', '`default-src` and `frame-src` keep our blocks out.'],
    )
    assert.deepEqual(blocked.fixes, [
      {
        name: 'Directives to change',
        code: `script-src 'self' ${ORIGIN};
frame-src https://js.stripe.com ${ORIGIN};`,
      },
      {
        name: 'The whole policy',
        code: `content-security-policy: default-src 'self'; frame-src https://js.stripe.com ${ORIGIN}; script-src 'self' ${ORIGIN}`,
      },
    ])
    const both = await finding('blocks-csp', {
      ...csp(`script-src ${ORIGIN}; frame-src ${ORIGIN}`),
      html: `<meta http-equiv=content-security-policy content="frame-src 'none'">`,
    })
    assert.match(
      both.fixes!.at(-1)!.code,
      /<meta http-equiv="content-security-policy" content="frame-src https:\/\/blocks.example">/,
    )
  })

  test('nonce policies: the tag has the nonce, or the finding asks for it', async () => {
    const strict = csp("script-src 'nonce-a' 'strict-dynamic'")
    assert.equal(await verdict('blocks-csp', { ...strict, html: tag('pay', 'nonce="a"') }), 'Pass')
    const missing = await finding('blocks-csp', { ...strict, html: tag() })
    assert.deepEqual(missing.fixes, [])
    assert.match(missing.text, /nonce/)
  })

  test('other headers that block frames, popups or wallets', async () => {
    const of = (headers: Record<string, string>) => finding('blocks-frames', { headers })
    assert.equal((await of({})).state, 'pass')
    assert.equal((await of({ 'cross-origin-embedder-policy': 'require-corp' })).state, 'fail')
    assert.equal((await of({ 'cross-origin-opener-policy': 'same-origin' })).state, 'warn')
    assert.equal((await of({ 'cross-origin-opener-policy': 'same-origin-allow-popups' })).state, 'pass')
    const taken = await of({ 'permissions-policy': 'camera=(), payment=(self), publickey-credentials-get=*' })
    assert.deepEqual(
      [taken.state, taken.fixes?.[0]?.code],
      ['warn', `permissions-policy: payment=(self "${ORIGIN}")`],
    )
    assert.equal((await of({ 'permissions-policy': `payment=(self "${ORIGIN}")` })).state, 'pass')
    assert.equal((await of({ 'content-security-policy': 'sandbox allow-scripts' })).state, 'fail')
  })

  test('the snippet: once, duplicate, missing parts, from another host, as text', async () => {
    const of = async (html: string) => verdict('snippet', { html })
    assert.equal(await of(tag('auth') + tag('pay')), 'Pass')
    assert.equal(await of(tag('pay') + tag('pay')), 'Duplicate')
    const form = (id: string) => tag('form', `data-tenant="${KEY}" data-env="live" data-form="${id}"`)
    assert.equal(await of(form('a') + form('b')), 'Pass')
    assert.equal(await of(form('a') + form('a')), 'Duplicate')
    assert.equal(await of(tag('pay') + tag('pay', 'data-tenant="pk_2"')), 'Pass')
    assert.equal(await of('<p>x</p>'), 'Not found')
    assert.equal(await of(`<script src="${ORIGIN}/v1/bb.js"></script>`), 'Attributes missing')
    assert.equal(await of('<bb-block block="pay"></bb-block>'), 'Script missing')
    assert.equal(await of(tag('pay', '', 'https://other.example')), 'Other host')
    assert.equal(await of(`<pre>${tag().replaceAll('<', '&lt;')}</pre>`), 'Shown as text')
  })

  test('the key: belongs to a tenant that lists the site, in the mode of the tag', async () => {
    const of = async (html: string, given: Partial<TenantCard> = {}, more: Given = {}) =>
      verdict('key', { html, tenant: tenant(given), ...more })
    assert.equal(await of(tag()), 'Pass')
    assert.equal(await of(tag('pay', 'data-tenant="pk_2"')), 'Unknown key')
    assert.equal(await of(tag('pay', '')), 'No key')
    assert.equal(await of(tag(), { allowed_origins: ['https://www.shop.example'] }), 'Site not listed')
    assert.equal(await of(tag(), { stripe_mode: 'test' }), 'Other mode')
    assert.equal(await of(tag('pay', `data-tenant="${KEY}"`), { stripe_mode: 'test' }), 'Test mode')
    assert.equal(
      await of(
        tag('pay', `data-tenant="${KEY}"`),
        { stripe_mode: 'test', allowed_origins: [] },
        { url: 'https://x.webflow.io/' },
      ),
      'Pass',
    )
    assert.equal(
      await of(tag(), {}, { origins: { test: ORIGIN, live: 'https://live.example' } }),
      'Other mode',
    )
  })
})

test('neutral findings are not counted', async () => {
  const { site, blocks } = await report({ html: '<p>x</p>' })
  assert.deepEqual(countOf(site), { passed: 2, total: 4 })
  assert.deepEqual(countOf(blocks), { passed: 2, total: 2 })
})

test('a tag that names no block fails, as in the installation check', async () => {
  const { state, verdict: word, text } = await finding('snippet', { html: tag('pays') })
  assert.deepEqual([state, word], ['fail', 'Unknown block'])
  assert.match(text, /`pays` is not a block. Use one of `auth`, `pay`, `my-block`, `form`/)
})
