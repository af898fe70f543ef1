import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assetsOf, type EmbedDocument, embedDocument, type Manifest } from './page.ts'

const manifest: Manifest = {
  '_base.js': { file: 'assets/base-1.js', css: ['assets/base-1.css'] },
  '_wire.js': { file: 'assets/wire-1.js' },
  'embed/client.ts': { file: 'assets/client-1.js', imports: ['_wire.js'] },
  'embed/awake.tsx': { file: 'assets/awake-1.js', imports: ['_base.js'], css: ['assets/awake-1.css'] },
  'blocks/pay/embed/pay-page.tsx': {
    file: 'assets/pay-1.js',
    imports: ['_base.js'],
    css: ['assets/pay-1.css'],
  },
  'virtual:tokens/theme-clean.css': { file: 'assets/theme-clean-1.css' },
  'virtual:tokens/theme-retro.css': { file: 'assets/theme-retro-1.css' },
  'virtual:tokens/theme-zen.css': { file: 'assets/theme-zen-1.css' },
}

const document = (over: Partial<EmbedDocument> = {}) =>
  embedDocument({
    page: 'pay',
    html: '<p>Products</p>',
    data: { tenant: null, apiUrl: '', parentOrigin: 'https://shop.example', checkoutOrigins: [], host: {} },
    assets: assetsOf(manifest, 'pay'),
    theme: 'zen',
    mode: 'dark',
    lang: 'en',
    title: 'Products',
    ...over,
  })

test('a page loads the client at once, its styles, and no view before somebody turns to it', () => {
  const assets = assetsOf(manifest, 'pay')
  assert.equal(assets.script, '/embed-assets/client-1.js')
  assert.deepEqual(assets.preload, ['/embed-assets/wire-1.js'])
  assert.deepEqual(assets.styles, [
    '/embed-assets/awake-1.css',
    '/embed-assets/base-1.css',
    '/embed-assets/pay-1.css',
  ])
  assert.equal(assets.themes.retro, '/embed-assets/theme-retro-1.css')
  assert.throws(() => assetsOf(manifest, 'tickets'), /does not know "tickets"/)
})

test('[K02] the document holds no inline script and no inline style', () => {
  const html = document()
  for (const [tag] of html.matchAll(/<script[^>]*>/g)) assert.match(tag, / src="| type="application\/json"/)
  assert.doesNotMatch(html, /<style|style=|\son\w+=/)
})

test('theme, mode and panel stand on the root, where the styles look for them', () => {
  assert.match(document({ panel: true }), /<html lang="en" data-theme="zen" data-mode="dark" data-panel>/)
  assert.match(document(), /theme-zen-1\.css/)
})

test('a page without a checked site around it stands alone', () => {
  const data = { tenant: null, apiUrl: '', parentOrigin: null, checkoutOrigins: [], host: {} }
  assert.match(document({ data }), / data-alone>/)
  assert.doesNotMatch(document({ data: { ...data, host: { refused: true } } }), / data-alone/)
})

test('[K03] whatever the data says, it stays data', () => {
  const hostile = '</script><script>alert(1)</script><!--'
  const data = {
    ...JSON.parse('{"tenant":null}'),
    parentOrigin: null,
    checkoutOrigins: [hostile],
    apiUrl: '',
    host: {},
  }
  const html = document({ data, title: hostile, lang: '"><script>' })
  assert.equal(html.match(/<script/g)?.length, 2)
  const json = /<script type="application\/json" id="bb-data">(.*?)<\/script>/s.exec(html)![1]!
  assert.deepEqual(JSON.parse(json).data.checkoutOrigins, [hostile])
})
