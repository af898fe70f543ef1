import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findSnippet } from '#kernel/sites/found-snippet.ts'
import { findBuilder } from '#kernel/sites/builder.ts'
import { tagsOf } from '#kernel/sites/tags.ts'
import { checkoutSignals } from './checkout-signals.ts'

const self = new URL('https://shop.example/a/')
const shown = (html: string) =>
  tagsOf(html).map(({ name, attributes }) => [name, Object.fromEntries(attributes)])

describe('tags are read the way browsers read them', () => {
  test('attributes: quoted, bare, empty, doubled, in any case, with entities', () => {
    assert.deepEqual(shown(`<A HREF=x?a=1&amp;b=2 title='"' Hidden id="1" id=2><br/><p/class=y>`), [
      ['a', { href: 'x?a=1&b=2', title: '"', hidden: '', id: '1' }],
      ['br', {}],
      ['p', { class: 'y' }],
    ])
    assert.deepEqual(shown('<a x="&#x41;&#66;&lt;&quot;&#0;&#x110000;&copy;">'), [
      ['a', { x: 'AB<"&#0;&#x110000;&copy;' }],
    ])
  })

  test('comments and the contents of scripts, styles and text fields contain no tags', () => {
    assert.deepEqual(
      tagsOf(
        '<!-- <b> --><script>"<i>" + "</scr" </SCRIPT ><style><u></style><textarea><s></textarea><a href=">">x</a>',
      ).map(({ name, text }) => [name, text]),
      [
        ['script', '"<i>" + "</scr" '],
        ['style', '<u>'],
        ['textarea', '<s>'],
        ['a', ''],
      ],
    )
  })

  test('an unclosed element hides the rest; stray brackets are text', () => {
    assert.deepEqual(shown('a < b <3 </p <i><b x="<u>'), [['i', {}]])
    assert.deepEqual(shown('<i><!-- <b>'), [['i', {}]])
    assert.deepEqual(shown('<i><b'), [['i', {}]])
    assert.deepEqual(
      tagsOf('<script><b>').map(({ text }) => text),
      ['<b>'],
    )
  })

  test('parsing time stays linear, even for a page made to be slow', () => {
    const bad = [
      '<a b="',
      '<!--',
      '<script>',
      '<a ' + 'x '.repeat(50),
      '<a x=',
      '&lt;script ',
      '<',
      '</script',
      '<a/ = ',
    ]
    for (const piece of bad) {
      const time = (size: number) => {
        const html = piece.repeat(Math.ceil(size / piece.length))
        const from = process.cpuUsage()
        findSnippet(html, tagsOf(html), self)
        const { user } = process.cpuUsage(from)
        return user
      }
      time(50_000)
      // Quadratic time would grow 400 times for 20 times the length.
      const [short, long] = [time(50_000), time(1_000_000)]
      assert.ok(long < Math.max(short, 4000) * 120, `${piece.slice(0, 12)}: ${short} µs, then ${long} µs`)
    }
  })
})

describe('our snippet', () => {
  const find = (html: string) => findSnippet(html, tagsOf(html), self)
  const tag = (block: string, more = '') =>
    `<script async src="https://b.example/v1/bb.js" data-tenant="pk_1" data-block="${block}"${more}></script>`

  test('is found as tags and as elements, with either spelling of its attributes', () => {
    const found = find(
      `${tag('auth', ' data-env="test" nonce="n"')}<bb-block block="pay" tenant="pk_2"></bb-block><div data-bb-block=pay></div>`,
    )
    assert.deepEqual(
      found.blocks.map(({ block, tenant, env }) => ({ block, tenant, env })),
      [
        { block: 'auth', tenant: 'pk_1', env: 'test' },
        { block: 'pay', tenant: 'pk_2', env: '' },
        { block: 'pay', tenant: 'pk_1', env: '' },
      ],
    )
    assert.deepEqual(
      found.scripts.map(({ src, origin, nonce, version }) => ({ src, origin, nonce, version })),
      [{ src: 'https://b.example/v1/bb.js', origin: 'https://b.example', nonce: 'n', version: undefined }],
    )
  })

  test('is distinguished from a tag that browsers do not run, and its version is read', () => {
    const pinned = find('<script async src="https://b.example/v1.2.3/bb.js" data-id="x"></script>')
    assert.deepEqual([pinned.scripts[0]!.version, pinned.blocks[0]!.block], ['1.2.3', 'my-block'])
    for (const html of [
      tag('pay', ' type="text/plain"'),
      tag('pay').replace(' src=', ' data-src='),
      tag('pay', ' type="x-text/javascript"'),
    ])
      assert.deepEqual(
        [find(html).scripts.length, find(html).held.length, find(html).blocks.length],
        [0, 1, 0],
        html,
      )
    assert.equal(find(tag('pay', ' type="text/javascript"')).scripts.length, 1)
  })

  test('is not confused with other scripts, comments or scripts inside scripts', () => {
    for (const html of [
      '<script src="https://b.example/v1/bb.js.map" data-block="pay"></script>',
      '<script src="https://b.example/v2/bb.js" data-block="pay"></script>',
      '<script src="https://u@b.example/v1/bb.js" data-block="pay"></script>',
      `<!-- ${tag('pay')} -->`,
      `<noscript>${tag('pay')}</noscript>`,
      '<script>document.write(\'<script src="https://b.example/v1/bb.js">\')</script>',
    ])
      assert.deepEqual([find(html).scripts, find(html).blocks], [[], []], html)
  })

  test('shown as text instead of running, and a tag manager, are reported', () => {
    assert.ok(find(`<p>${tag('pay').replaceAll('<', '&lt;')}</p>`).asText)
    assert.ok(!find(tag('pay')).asText)
    assert.ok(find('<script async src="https://www.googletagmanager.com/gtm.js?id=1"></script>').tagManager)
  })
})

test('builders are detected by the content of their pages and by their headers', () => {
  const of = (html: string, headers: Record<string, string> = {}) =>
    findBuilder(html, tagsOf(html), (name) => headers[name])?.name ?? null
  assert.equal(of('<meta name="generator" content="WordPress 6.8">'), 'WordPress')
  assert.equal(of('<link href="/wp-content/themes/x.css">'), 'WordPress')
  assert.equal(of('', { link: '<https://x.example/wp-json/>; rel="https://api.w.org/"' }), 'WordPress')
  assert.equal(of('<html data-wf-site="1"><meta content="Webflow" name="generator">'), 'Webflow')
  assert.equal(of('<meta name=generator content="Wix.com Website Builder">'), 'Wix')
  assert.equal(of('', { 'x-wix-request-id': '1' }), 'Wix')
  assert.equal(of('', { server: 'Squarespace' }), 'Squarespace')
  assert.equal(of('<meta name="generator" content="Framer 1a2b">'), 'Framer')
  assert.equal(of('<link href="https://cdn.shopify.com/s/x.css">'), 'Shopify')
  assert.equal(of('<meta name="generator" content="Ghost 6.1">'), 'Ghost')
  // An image of one builder on a page of another.
  assert.equal(
    of('<meta name="generator" content="WordPress 6.8"><img src="https://static.wixstatic.com/a.png">'),
    'WordPress',
  )
  assert.equal(of('<p>plain</p>', { server: 'nginx' }), null)
})

test('card payment methods: links and scripts of providers, our block, or the page’s own fields', () => {
  const of = (html: string) => {
    const tags = tagsOf(html)
    return checkoutSignals(tags, findSnippet(html, tags, self), self)
  }
  assert.deepEqual(of('<a href="https://buy.stripe.com/x">Buy</a>').hosted, ['a link to buy.stripe.com'])
  assert.deepEqual(of('<script src="https://js.stripe.com/v3/"></script>'), {
    hosted: ['Stripe.js'],
    ownFields: false,
    providerScript: true,
  })
  assert.deepEqual(
    of('<script src="https://b.example/v1/bb.js" data-tenant="k" data-block="pay"></script>').hosted,
    ['the Bolt Blocks pay block'],
  )
  assert.ok(of('<input autocomplete="cc-number">').ownFields)
  assert.ok(of('<input name=cardNumber>').ownFields)
  assert.deepEqual(of('<a href="https://notbuy.stripe.com.evil.example/">x</a><input name="card">'), {
    hosted: [],
    ownFields: false,
    providerScript: false,
  })
})

test('[J11] the time to detect payment methods does not depend on the length of the page’s address', () => {
  const tags = tagsOf('<a href=x></a><img src=y>'.repeat(10_000))
  const none = findSnippet('', [], self)
  const time = (path: string) => {
    const from = process.cpuUsage()
    checkoutSignals(tags, none, new URL(path, self))
    return process.cpuUsage(from).user
  }
  time('/')
  const [short, long] = [time('/'), time(`/${'x'.repeat(60_000)}/`)]
  assert.ok(long < Math.max(short, 50_000) * 4, `${short} µs, then ${long} µs`)
})
