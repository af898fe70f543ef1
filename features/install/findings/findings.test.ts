import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { blocks, snippetBlocks } from '#blocks/registry.ts'
import { block as myBlock } from '#features/my-blocks/block.ts'
import type { BlockManifest } from '#kernel/browser/block-manifest.ts'
import {
  type Release,
  embedSnippet,
  pinnedTag,
  scriptTag,
  wordpressSnippet,
} from '#kernel/browser/snippet.ts'
import { pageFacts } from '#kernel/sites/page-facts.ts'
import type { TenantCard } from '#kernel/tenancy.ts'
import type { Known, KeyOwner } from '../known.ts'
import { installFindings } from './findings.ts'

const HOST = 'https://blocks.example'
const ORIGINS = { test: HOST, live: HOST }
const [KEY, OTHER, THEIRS, GONE] = ['A', 'B', 'C', 'D'].map((letter) => `pk_${letter.repeat(24)}`) as [
  string,
  string,
  string,
  string,
]
const OWN_BLOCK = '0190d2a0-0000-7000-8000-000000000001'
const [FORM, FULL, LIST] = ['2', '3', '4'].map((last) => OWN_BLOCK.replace(/1$/, last)) as [
  string,
  string,
  string,
]
const RELEASES = [
  { version: '1.10.0', integrity: 'sha384-new' },
  { version: '1.9.0', integrity: 'sha384-old' },
]
const OWNERS = new Map<string, KeyOwner>([
  [KEY, { of: 'this' }],
  [OTHER, { of: 'own', name: 'Mill' }],
  [THEIRS, { of: 'other' }],
])

interface Given {
  html?: string
  url?: string
  hops?: string[]
  status?: number
  headers?: Record<string, string>
  tenant?: Partial<TenantCard>
  lacking?: string[]
  /** Blocks in addition to those of the registry. */
  more?: [name: string, manifest: BlockManifest][]
}

function findings({ html = '', url = 'https://shop.example/', hops = [], status = 200, ...more }: Given) {
  const tenant = {
    name: 'Bakery',
    public_key: KEY,
    theme: { variant: 'zen' },
    stripe_mode: 'live',
    allowed_origins: ['https://shop.example'],
    measuring: 'off',
    ...more.tenant,
  } as TenantCard
  const facts = pageFacts({ url: new URL(url), hops, status, headers: new Headers(more.headers), html })
  const known: Known = {
    tenant,
    origins: ORIGINS,
    blocks: new Map<string, BlockManifest>([
      ...([...Object.values(blocks), myBlock] as BlockManifest[])
        .flatMap((block) => [block, ...(block.also ?? []).map((place) => ({ ...place, plan: block.plan }))])
        .map((block) => [block.name, block] as const),
      ...(more.more ?? []),
    ]),
    snippetBlocks,
    releases: RELEASES,
    keys: new Map(
      facts.snippet.blocks.map((block) => [block.tenant, OWNERS.get(block.tenant) ?? { of: 'none' }]),
    ),
    lacking: new Set(more.lacking ?? []),
    ownBlocks: new Set([OWN_BLOCK]),
    content: new Map([
      [FORM, 'open'],
      [FULL, 'full'],
      [LIST, 'open'],
    ]),
  }
  return installFindings(facts, known)
}
const of = (id: string, given: Given) => findings(given).find((one) => one.id === id)
const verdict = (id: string, html: string, more: Given = {}) => of(id, { ...more, html })?.verdict

const shop = { public_key: KEY, mode: 'live' } as const
const tag = (more = `data-tenant="${KEY}" data-block="pay"`, before = 'async') =>
  `<script ${before} src="${HOST}/v1/bb.js" ${more}></script>`

test('the copied snippet passes every check, pinned or not', () => {
  for (const html of [
    scriptTag(shop, blocks.pay, ORIGINS),
    pinnedTag(shop, blocks.pay, ORIGINS, RELEASES[0]!),
    `<div data-bb-block="pay" data-tenant="${KEY}"></div><script async src="${HOST}/v1/bb.js"></script>`,
  ])
    assert.deepEqual(
      findings({ html }).filter(({ state }) => state !== 'pass'),
      [],
      html,
    )
})

test('a tag with an outdated fixed theme is reported; a tag without a theme follows the Studio', () => {
  const named = (theme: string, key = KEY) =>
    of('look', { html: tag(`data-tenant="${key}" data-block="pay" data-theme="${theme}"`) })
  assert.match(named('clean')!.text, /sets `data-theme="clean"`, but the Studio says `zen`/)
  assert.equal(named('clean')!.state, 'info')
  assert.deepEqual(
    [named('zen'), named('auto'), named('tenant'), of('look', { html: tag() })],
    [undefined, undefined, undefined, undefined],
  )
  assert.equal(named('rust')!.state, 'warn')
  assert.match(named('rust')!.text, /`rust` is not a theme. Use one of `tenant`, `auto`, `clean`/)
  assert.equal(named('clean', 'pk_another'), undefined)
})

test('a sign-in tag that reserves the height of the other sign-in method is reported with its fix; a custom height is not', () => {
  const room = (html: string, auth_provider: string) => of('room', { html, tenant: { auth_provider } })
  const copied = (auth_provider: string) =>
    scriptTag({ ...shop, auth_provider }, blocks.auth, ORIGINS) +
    scriptTag({ ...shop, auth_provider }, blocks.pay, ORIGINS)
  const short = room(copied('auth0'), 'supabase')!
  assert.deepEqual([short.state, short.verdict], ['warn', 'Too little'])
  assert.ok(short.fixes![0]!.code.includes('min-height:402px'))
  const long = room(copied('supabase'), 'auth0')!
  assert.deepEqual([long.state, long.verdict], ['info', 'More than needed'])
  assert.ok(long.fixes![0]!.code.includes('data-height="240"'))
  const plain = (more: string) => tag(`data-tenant="${KEY}" data-block="auth"${more}`)
  assert.equal(room(plain(''), 'auth0')?.verdict, 'More than needed')
  for (const [html, way] of [
    [copied('supabase'), 'supabase'],
    [copied('auth0'), 'auth0'],
    [plain(''), 'supabase'],
    [plain(' data-height="300"'), 'auth0'],
    [plain(' data-height="300"'), 'supabase'],
    [plain('').replace(KEY, OTHER), 'auth0'],
    [tag(), 'auth0'],
  ] as const)
    assert.equal(room(html, way), undefined, `${way}: ${html}`)
})

test('a style that the policy of the page refuses is reported, with rules that reserve the heights', () => {
  const html = embedSnippet(shop, [blocks.auth, blocks.pay], ORIGINS)
  const found = (policy: string, page = html) =>
    of('style', { html: page, headers: { 'content-security-policy': policy } })
  const hosts = `script-src ${ORIGINS.test}; frame-src ${ORIGINS.test};`
  for (const policy of [
    `${hosts} style-src 'self'`,
    `default-src 'none'`,
    `${hosts} style-src 'unsafe-inline' 'nonce-abc'`,
    `${hosts} style-src 'unsafe-inline'; style-src-attr 'none'`,
  ])
    assert.equal(
      found(policy)!.fixes![0]!.code,
      'script[data-block="auth"] { display: block; min-height: 402px; margin: 16px 0 }\n' +
        'script[data-block="pay"] { display: block; min-height: 334px; margin: 16px 0 }',
      policy,
    )
  for (const policy of [hosts, `${hosts} style-src 'self' 'Unsafe-Inline'`])
    assert.equal(found(policy), undefined, policy)
  assert.equal(found(`style-src 'self'`, tag()), undefined)
})

test('the fixed sign-in tag keeps its place and its pinned version; an element gets instructions only', () => {
  const held = { ...shop, auth_provider: 'auth0' }
  const now = { ...shop, auth_provider: 'supabase' }
  const auth = blocks.auth
  const fix = (html: string) => {
    const room = of('room', { html, tenant: { auth_provider: now.auth_provider } })!
    assert.equal(room.verdict, 'Too little', html)
    return room.fixes?.[0]?.code
  }
  assert.equal(
    fix(scriptTag(held, auth, ORIGINS, '#account')),
    scriptTag(now, auth, ORIGINS, '#account'),
    'in its target',
  )
  const [newest, older] = RELEASES as [Release, Release]
  assert.equal(fix(pinnedTag(held, auth, ORIGINS, older)), pinnedTag(now, auth, ORIGINS, older), 'pinned')
  assert.equal(
    fix(pinnedTag(held, auth, ORIGINS, newest, '#account')),
    pinnedTag(now, auth, ORIGINS, newest, '#account'),
    'both',
  )
  assert.equal(fix(pinnedTag(held, auth, ORIGINS, { version: '1.11.0', integrity: 'sha384-new' })), undefined)
  assert.equal(fix(wordpressSnippet(held, auth, ORIGINS)), undefined)
  const many = pinnedTag(held, blocks.pay, ORIGINS, newest) + scriptTag(held, auth, ORIGINS)
  assert.equal(fix(many), scriptTag(now, auth, ORIGINS), 'as its own tag is')
})

test('the page finding covers locked, missing, non-HTML, unencrypted and redirected pages', () => {
  const page = (given: Given) => of('page', { html: tag(), ...given })!
  assert.equal(page({}).verdict, 'Pass')
  assert.equal(page({ status: 401 }).verdict, 'Locked')
  assert.equal(page({ status: 404 }).verdict, 'Returns 404')
  assert.equal(page({ html: '' }).verdict, 'Not a page')
  assert.deepEqual(
    [page({ url: 'http://shop.example/' }).verdict, page({ url: 'http://localhost:80/' }).state],
    ['Use HTTPS', 'pass'],
  )
  assert.match(page({ hops: ['http://shop.example/'] }).text, /redirects to `https:/)
  const elsewhere = page({ hops: ['https://old.example/'] })
  assert.deepEqual([elsewhere.state, elsewhere.verdict], ['info', 'Redirects'])
})

describe('the tag', () => {
  test('is not there, and why', () => {
    for (const [html, said] of [
      ['<p>Bread</p>', 'Not found'],
      [`<p>${tag().replaceAll('<', '&lt;')}</p>`, 'Shown as text'],
      [`<div data-bb-block="pay" data-tenant="${KEY}"></div>`, 'Script missing'],
      [`<noscript>${tag()}</noscript>`, 'Not run'],
      [`<!-- ${tag()} -->`, 'Not run'],
      [`<iframe srcdoc="<script src='${HOST}/v1/bb.js'></script>"></iframe>`, 'In a frame'],
      [tag(undefined, 'type="text/plain" data-cookieconsent="marketing"'), 'Delayed'],
      [tag().replace(' src=', ' type="rocketlazyloadscript" data-rocket-src='), 'Delayed'],
      [tag().replace(' src=', ' data-src='), 'Delayed'],
      [tag().replaceAll(HOST, 'https://elsewhere.example'), 'Other host'],
    ] as const)
      assert.equal(verdict('tag', html), said, html)
    const managed = of('tag', { html: '<script src="https://www.googletagmanager.com/gtm.js"></script>' })!
    assert.deepEqual([managed.state, managed.verdict], ['warn', 'Not found'])
    assert.equal(of('tag', { html: '<p>' })!.fixes![0]!.code.match(/<script /g)!.length, 2)
  })

  test('is from the other mode', () => {
    const env = (mode: string) => tag(`data-tenant="${KEY}" data-block="pay" data-env="${mode}"`)
    assert.equal(verdict('tag', env('live')), 'Pass')
    assert.equal(verdict('tag', env('test')), 'Other mode')
    assert.equal(verdict('tag', env('test'), { tenant: { stripe_mode: 'test' } }), 'Pass')
  })

  test('has lost its async attribute', () => {
    assert.equal(verdict('loading', tag(undefined, '')), 'Not async')
    for (const kept of ['async', 'defer', 'type="module"'])
      assert.equal(verdict('loading', tag(undefined, kept)), 'Pass', kept)
  })
})

test('version: none, newest, old, unknown, and hashes that browsers would refuse', () => {
  const pinned = (version: string, more: string) =>
    `<script async src="${HOST}/v${version}/bb.js" ${more} data-tenant="${KEY}" data-block="pay"></script>`
  assert.equal(verdict('version', tag()), undefined)
  assert.equal(verdict('version', pinned('1.10.0', '')), 'Pass')
  const old = of('version', { html: pinned('1.9.0', 'integrity="sha384-old" crossorigin="anonymous"') })!
  assert.deepEqual([old.state, old.verdict], ['warn', 'Old version'])
  assert.match(old.fixes![0]!.code, /v1\.10\.0.*integrity="sha384-new" crossorigin="anonymous"/)
  const elsewhere = pinnedTag(shop, { id: OWN_BLOCK, height: 300 }, ORIGINS, RELEASES[1]!, '#shop')
  assert.equal(
    of('version', { html: elsewhere })!.fixes![0]!.code,
    pinnedTag(shop, { id: OWN_BLOCK, height: 300 }, ORIGINS, RELEASES[0]!, '#shop'),
    'in the same place',
  )
  // Each fix changes only its own tag: the page's other block needs no change.
  const beside = of('version', { html: tag(`data-tenant="${KEY}" data-block="auth"`) + pinned('1.9.0', '') })!
  assert.match(beside.fixes![0]!.code, /data-block="pay"/)
  const inElement = `<script async src="${HOST}/v1.9.0/bb.js"></script><div data-bb-block="pay" data-bb-tenant="${KEY}"></div>`
  const elements = of('version', { html: inElement })!
  assert.deepEqual([elements.verdict, elements.fixes], ['Old version', undefined])
  assert.equal(verdict('version', pinned('1.11.0', '')), 'No such version')
  assert.equal(verdict('version', pinned('1.10.0', 'integrity="sha384-old" crossorigin')), 'Wrong hash')
  assert.equal(verdict('version', pinned('1.10.0', 'integrity="sha384-new"')), 'crossorigin missing')
  assert.equal(
    verdict('version', tag(`integrity="sha384-new" data-tenant="${KEY}" data-block="pay"`)),
    'Hash on a moving address',
  )
})

test('key: this tenant, another tenant of the owner, another creator, deleted, none', () => {
  const key = (text: string) => of('key-0', { html: tag(`data-tenant="${text}" data-block="pay"`) })!
  assert.equal(key(KEY).state, 'pass')
  assert.match(key(OTHER).text, /belongs to Mill, another of your tenants/)
  assert.equal(key(OTHER).state, 'fail')
  assert.equal(key(THEIRS).verdict, "Someone else's")
  assert.match(key(GONE).text, /The tenant was deleted/)
  assert.match(key('YOUR_KEY').text, /is not a valid key/)
  assert.equal(key('').verdict, 'No key')
  assert.match(key(GONE).fixes![0]!.code, new RegExp(`data-tenant="${KEY}"`))
  const both = findings({ html: tag() + tag(`data-tenant="${OTHER}" data-block="pay"`) })
  assert.deepEqual(
    both.filter(({ id }) => id.startsWith('key')).map(({ state }) => state),
    ['pass', 'info'],
    'two tenants on one page are no mistake',
  )
})

test('blocks: attributes stripped, unnamed, unknown, duplicate, deleted, without their target', () => {
  for (const [html, said] of [
    [tag(''), 'Attributes missing'],
    [`${tag('')}<bb-block tenant="${KEY}"></bb-block>`, 'No block named'],
    [tag(`data-tenant="${KEY}" data-block="shop"`), 'Unknown block'],
    [tag(`data-tenant="${KEY}" data-block="constructor"`), 'Unknown block'],
    [tag() + tag(), 'Duplicate'],
    [tag() + tag(`data-tenant="${KEY}" data-block="auth"`), 'Pass'],
    [tag(`data-tenant="${KEY}" data-id="${OWN_BLOCK}"`), 'Pass'],
    [tag(`data-tenant="${KEY}" data-id="${OWN_BLOCK.replace('1', '2')}"`), 'Unknown block'],
    [tag(`data-tenant="${KEY}" data-block="form" data-form="${FORM}"`), 'Pass'],
    [tag(`data-tenant="${KEY}" data-block="list" data-view="${LIST}"`), 'Pass'],
    [
      tag(`data-tenant="${KEY}" data-block="form" data-form="${FORM}"`) +
        tag(`data-tenant="${KEY}" data-block="form" data-form="${FULL}"`),
      'Form closed',
    ],
    [tag(`data-tenant="${KEY}" data-block="form" data-form="${FORM}"`).repeat(2), 'Duplicate'],
    [tag(`data-tenant="${KEY}" data-block="form"`), 'Not named'],
    [tag(`data-tenant="${KEY}" data-block="form" data-form="${LIST.replace(/4$/, '5')}"`), 'Unknown form'],
    [tag(`data-tenant="${KEY}" data-block="list" data-view="1"`), 'Unknown list'],
    [tag(`data-tenant="${KEY}" data-block="my-block"`), 'Unknown block'],
    [tag(`data-tenant="${KEY}" data-block="pay" data-target="#shop"`), 'Target missing'],
    [`<div id=shop></div>${tag(`data-tenant="${KEY}" data-block="pay" data-target="#shop"`)}`, 'Pass'],
  ] as const)
    assert.equal(verdict('blocks', html), said, html)
})

test('[J11] the time to check a page grows with its length, not with its number of blocks', (t) => {
  const many = 1000
  const html = `${tag()}${'<bb-block block=pay target=#x></bb-block>'.repeat(many)}<p id=x>`
  const get = Reflect.get(Map.prototype, 'get')
  let reads = 0
  t.mock.method(Map.prototype, 'get', function (this: Map<unknown, unknown>, key: unknown) {
    reads += 1
    return get.call(this, key)
  })
  const found = findings({ html })
  t.mock.restoreAll()
  assert.equal(found.find(({ id }) => id === 'blocks')?.verdict, 'Duplicate')
  assert.ok(reads < 100 * many, `${reads} looks into attributes`)
})

test('the plan is checked in live mode', () => {
  assert.equal(of('plan', { html: tag() }), undefined)
  const live = of('plan', { html: tag(), lacking: ['pro'] })!
  assert.deepEqual([live.state, live.verdict], ['fail', 'Not in your plan'])
  const testing = of('plan', { html: tag(), lacking: ['pro'], tenant: { stripe_mode: 'test' } })!
  assert.equal(testing.state, 'info')
})

test('site: listed, not listed, listed with or without www., a preview host, and the origin to add', () => {
  const site = (url: string, tenant: Partial<TenantCard> = {}) => of('site', { html: tag(), url, tenant })!
  assert.equal(site('https://shop.example/').state, 'pass')
  const www = site('https://www.shop.example/bread')
  assert.deepEqual([www.verdict, www.list], ['Not listed', 'https://www.shop.example'])
  assert.match(www.text, /`https:\/\/shop\.example` is listed, but with and without/)
  assert.equal(site('https://a.webflow.io/').verdict, 'Not listed')
  const preview = site('https://a.webflow.io/', { stripe_mode: 'test' })
  assert.deepEqual(
    [preview.state, preview.verdict, preview.list],
    ['pass', 'Preview', 'https://a.webflow.io'],
  )
  assert.equal(of('site', { html: '<p>Bread</p>', url: 'https://new.example/' })!.list, 'https://new.example')
})

test('a policy that blocks the script or its frames is reported with the directives to add', () => {
  const blocked = of('blocks-csp', {
    html: tag(),
    headers: { 'content-security-policy': "default-src 'self'" },
  })!
  assert.equal(blocked.state, 'fail')
  assert.match(blocked.fixes![0]!.code, /script-src 'self' https:\/\/blocks\.example;/)
})

test('a policy that blocks the reports of visits is a warning, where the tenant counts visits', () => {
  const headers = { 'content-security-policy': `script-src ${HOST}; frame-src ${HOST}; connect-src 'self'` }
  assert.equal(of('measuring-csp', { html: tag(), headers }), undefined)
  const warned = of('measuring-csp', { html: tag(), headers, tenant: { measuring: 'on' } })!
  assert.equal(warned.state, 'warn')
  assert.match(warned.fixes![0]!.code, /connect-src 'self' https:\/\/blocks\.example;/)
  assert.equal(of('measuring-csp', { html: tag(), tenant: { measuring: 'on' } })!.state, 'pass')
})

test('a block newer than the pinned script is reported with a fix', () => {
  const younger = (version: string) =>
    of('version', {
      html: `<script async src="${HOST}/v${version}/bb.js" data-tenant="${KEY}" data-block="guestbook"></script>`,
      more: [['guestbook', { ...blocks.pay, name: 'guestbook' }]],
    })
  assert.deepEqual([younger('1.2.0')?.verdict, younger('1.2.0')?.state], ['Too old', 'fail'])
  assert.notEqual(younger('1.3.0')?.verdict, 'Too old')
})
