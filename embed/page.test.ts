import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOLD_EARLY_CLICKS } from '#kernel/browser/early-clicks.ts'
import { assetsOf, type EmbedDocument, embedDocument, type Manifest } from './page.ts'

const manifest: Manifest = {
  '_base.js': { file: 'assets/base-1.js', css: ['assets/base-1.css'] },
  'embed/awake.tsx': { file: 'assets/awake-1.js', imports: ['_base.js'], css: ['assets/awake-1.css'] },
  'embed/frame/look.ts': { file: 'assets/look-1.js' },
  'blocks/pay/embed/pay-page.tsx': {
    file: 'assets/pay-1.js',
    imports: ['_base.js', '_spoken.js'],
    css: ['assets/pay-1.css'],
  },
  '_spoken.js': {
    file: 'assets/spoken-1.js',
    dynamicImports: ['blocks/pay/embed/texts/de.ts', 'blocks/auth/embed/texts/de.ts'],
  },
  'blocks/pay/embed/texts/de.ts': { file: 'assets/de-1.js' },
  'blocks/auth/embed/texts/de.ts': { file: 'assets/de-2.js' },
  'virtual:tokens/theme-clean.css': { file: 'assets/theme-clean-1.css' },
  'virtual:tokens/theme-retro.css': { file: 'assets/theme-retro-1.css' },
  'virtual:tokens/theme-zen.css': { file: 'assets/theme-zen-1.css' },
  'embed/fonts/font-instrument.css': { file: 'assets/font-instrument-1.css' },
  'embed/fonts/font-geist-mono.css': { file: 'assets/font-geist-mono-1.css' },
}
/** Each file contains its own name. */
const read = (file: string) => (file.endsWith('.css') ? `.x{src:url(./${file})}\n` : `run("${file}")\n`)
const built = { manifest, read }
const rule = (file: string) => `.x{src:url(/embed-assets/assets/${file}-1.css)}`

const plain: EmbedDocument['look'] = { variant: 'zen', mode: 'dark', panel: false, rules: '' }

const written = (over: Partial<EmbedDocument> = {}) =>
  embedDocument({
    page: 'pay',
    html: '<p>Products</p>',
    data: { tenant: null, apiUrl: '', parentOrigin: 'https://shop.example', checkoutOrigins: [], host: {} },
    assets: assetsOf(built, 'pay'),
    look: plain,
    lang: 'en',
    words: { poweredBy: 'By us', testMode: 'Test', offline: 'Offline' },
    title: 'Products',
    ...over,
  })
const document = (over?: Partial<EmbedDocument>) => written(over).html
/** The data passed to the page's script. */
const bootOf = (html: string) =>
  JSON.parse(/<script type="application\/json" id="bb-data">(.*?)<\/script>/s.exec(html)![1]!)

test('a page includes what it shows and runs on first view: nothing is fetched before the visitor interacts', () => {
  const html = document()
  assert.doesNotMatch(html, /\ssrc=|@import/)
  const links = html.match(/<link [^>]*>/g)
  assert.deepEqual(links, ['<link rel="expect" href="#bb-data" blocking="render">'], 'which fetches nothing')
  assert.match(html, /<\/main><script type="application\/json" id="bb-data">/)
  assert.ok(
    html.includes(`${[rule('awake'), rule('base'), rule('pay'), rule('theme-zen')].join('\n')}</style>`),
  )
  assert.ok(html.includes('<script>run("inline/client.js")</script>'))
  const { awake, look, themes } = bootOf(html)
  assert.deepEqual([awake, look], ['/embed-assets/awake-1.js', '/embed-assets/look-1.js'])
  assert.equal(themes.retro, '/embed-assets/theme-retro-1.css')
  assert.throws(() => assetsOf(built, 'tickets'), /has no page "tickets"/)
})

test('it lists everything that hydration needs, with the strings of the page’s language only', () => {
  const views = ['awake', 'base', 'pay', 'spoken'].map((name) => `/embed-assets/${name}-1.js`)
  assert.deepEqual(bootOf(document()).views, views)
  assert.deepEqual(bootOf(document({ lang: 'de-CH' })).views, [...views, '/embed-assets/de-1.js'])
})

test('inlined sheets are identified by their URLs', () => {
  const [, named] = /<style data-sheets="([^"]*)">/.exec(document())!
  assert.deepEqual(
    named!.split(' '),
    ['awake', 'base', 'pay', 'theme-zen'].map((name) => `/embed-assets/${name}-1.css`),
  )
})

test('a built file that would close its element is refused', () => {
  for (const hostile of ['"</script>"', '"</STYLE >"', '"<!--"'])
    assert.throws(() => assetsOf({ manifest, read: () => hostile }, 'pay'), /cannot be inlined in a document/)
})

test('[K02] the document has only the inline scripts and styles that it lists for its policy', () => {
  const rules = ':root{--bb-accent:#336699}'
  const { html, scripts, styles } = written({ look: { ...plain, rules }, style: '.tile{order:2}' })
  const texts = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, text]) => text)
  assert.deepEqual(texts(/<script(?! type="application\/json")[^>]*>(.*?)<\/script>/gs), scripts)
  assert.deepEqual(texts(/<style[^>]*>(.*?)<\/style>/gs), styles)
  assert.equal(scripts[0], HOLD_EARLY_CLICKS)
  assert.equal(styles.length, 3)
  assert.doesNotMatch(html, /\sstyle=|\son\w+=/)
})

test('theme, mode and panel are set on the root element, where the styles expect them', () => {
  assert.match(
    document({ look: { ...plain, panel: true } }),
    /<html lang="en" data-theme="zen" data-mode="dark" data-panel>/,
  )
  assert.match(document(), /theme-zen-1\.css/)
  assert.ok(!document().includes(rule('theme-clean')))
})

test('a theme’s own settings become rules after those of its variant, plus the sheet of its font', () => {
  const html = document({
    look: { ...plain, rules: ':root{--bb-accent:#336699}', font: 'instrument', ground: 'light' },
  })
  assert.match(html, /<html lang="en" data-theme="zen" data-mode="dark" data-ground="light">/)
  assert.ok(
    html.includes(
      `${rule('theme-zen')}\n${rule('font-instrument')}</style><style id="bb-look">:root{--bb-accent:#336699}</style>`,
    ),
  )
  const data = { tenant: null, apiUrl: '', parentOrigin: null, checkoutOrigins: [], host: {} }
  const alone = document({ data, look: { ...plain, panel: true, ground: 'light' } })
  assert.match(alone, /<html lang="en" data-theme="zen" data-mode="dark" data-alone>/)
})

test('a page without a verified host site is marked as standalone', () => {
  const data = { tenant: null, apiUrl: '', parentOrigin: null, checkoutOrigins: [], host: {} }
  assert.match(document({ data }), / data-alone>/)
  assert.doesNotMatch(document({ data: { ...data, host: { refused: true } } }), / data-alone/)
})

test('[K03] whatever the data contains, it stays data', () => {
  const hostile = '</script><script>alert(1)</script><!--'
  const data = {
    ...JSON.parse('{"tenant":null}'),
    parentOrigin: null,
    checkoutOrigins: [hostile],
    apiUrl: '',
    host: {},
  }
  const html = document({ data, title: hostile, lang: '"><script>' })
  assert.equal(html.match(/<script/g)?.length, 3)
  assert.deepEqual(bootOf(html).data.checkoutOrigins, [hostile])
})
