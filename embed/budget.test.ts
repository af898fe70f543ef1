import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { blockPlaces } from '#blocks/registry.ts'
import { TEMPLATES } from '#features/my-blocks/kinds/templates.ts'
import { viewOf } from '#features/my-blocks/kinds/view.ts'
import { LANGUAGES } from '#kernel/browser/languages.ts'
import { resolveTheme } from '#kernel/browser/theme/resolve-theme.ts'
import type { EmbedDocument } from './page.ts'
import { builtPages, DIST, notBuilt, products } from './browser-tests/built-pages.ts'

/** The largest of the templates. */
const pricing = TEMPLATES.find(({ id }) => id === 'pricing')!
const pricingBlock = {
  state: 'open',
  id: '0190d2a0-0000-7000-8000-000000000201',
  title: pricing.title,
  view: viewOf({ ...pricing.data }),
}

const KB = 1024
const gzip = (content: string | Buffer) => gzipSync(content, { level: 9 }).length
const fileSize = (file: string) => gzip(readFileSync(join(DIST, file)))

/** Realistic full data. Blocks that are not listed here are weighed with their sample. */
const FULL: Record<string, Record<string, unknown>> = {
  auth: {},
  profile: {},
  pay: { items: products, canSell: true },
  'my-block': { block: pricingBlock },
  // No block has its name: lists are shown by it.
  calendar: { sample: '' },
  // Neither have these: `data-bb-gate` and the address of a certificate open them.
  gate: { sample: '' },
  certificate: { certificate: { name: 'Ann Baker', course: 'Baking', issued_at: '2026-11-28T00:00:00Z' } },
}
const PAGES = [...new Set([...Object.keys(FULL), ...blockPlaces.map(({ name }) => name)])]
const dataOf = (page: string) => FULL[page] ?? { sample: '' }

/**
 * Bytes of a page's document and everything it references. The document includes its style sheets and its
 * script.
 */
async function firstView(page: string, over?: Partial<EmbedDocument>, data = dataOf(page)) {
  const { html, scripts, styles } = (await builtPages()).written(page, data, over)
  const files = [...html.matchAll(/\s(?:href|src)="\/embed-assets\/([^"]+)"/g)].map(([, file]) => file!)
  assert.ok(
    scripts.join('').length > 2 * KB && styles.join('').length > 10 * KB,
    'scripts and styles are inlined',
  )
  const sizes = files.map((file): [string, number] => [file, fileSize(`embed/assets/${file}`)])
  const total = gzip(html) + sizes.reduce((sum, [, size]) => sum + size, 0)
  return { total, parts: `document ${gzip(html)}, ${JSON.stringify(sizes)}` }
}

describe('weights on third-party pages, gzip', { skip: notBuilt }, () => {
  test('[peers N2] the script tag is at most 4 KB, its second chunk 4 KB more, and what counts visits 3 KB', () => {
    assert.ok(fileSize('embed/loader/bb.js') <= 4 * KB, `bb.js: ${fileSize('embed/loader/bb.js')}`)
    assert.ok(
      fileSize('embed/loader/bb-more.js') <= 4 * KB,
      `bb-more.js: ${fileSize('embed/loader/bb-more.js')}`,
    )
    const stats = fileSize('embed/loader/bb-extra.js')
    assert.ok(stats <= 3 * KB, `bb-extra.js: ${stats}`)
  })

  test('until its first click a bubble is one script of at most 2.25 KB, which contains no block names', () => {
    const size = fileSize('embed/loader/bb-bubble.js')
    assert.ok(size <= 2.25 * KB, `bb-bubble.js: ${size}`)
    const text = readFileSync(join(DIST, 'embed/loader/bb-bubble.js'), 'utf8')
    for (const { name } of blockPlaces) assert.ok(!new RegExp(`\\b${name}\\b`).test(text), name)
    assert.deepEqual(
      text.match(/[\w-]+\.js/g),
      ['bb-bubble.js', 'bb.js'].filter((one) => text.includes(one)),
    )
  })

  test('the script tag contains no block names but the two it starts itself, so it does not grow with them', () => {
    const known = readFileSync(join(DIST, 'embed/loader/bb.js'), 'utf8')
    const more = readFileSync(join(DIST, 'embed/loader/bb-more.js'), 'utf8')
    // As words: `form` is in `performance`, too.
    const says = (word: string) => new RegExp(`\\b${word}\\b`).test(`${known}${more}`)
    assert.ok(says('auth'), 'the search finds a name that is there')
    for (const { title, name } of blockPlaces) {
      assert.ok(!says(title), `the title of ${name}`)
      if (!['auth', 'pay', 'profile'].includes(name)) assert.ok(!says(name), name)
    }
  })

  for (const page of PAGES)
    test(`everything that ${page} loads on first view is at most 12 KB`, async () => {
      const { total, parts } = await firstView(page)
      assert.ok(total <= 12 * KB, `${total}: ${parts}`)
    })

  test('[peers C10] an open article is rendered on the server, within 12 KB', async () => {
    const text = 'Feed it once a day with the same weight of flour and water, and keep it warm.'
    const paragraph = { type: 'paragraph', content: [{ type: 'text', text }] }
    const item = {
      id: '0190d2a0-0000-7000-8000-000000000301',
      slug: 'starter',
      kind: 'article',
      title: 'How to keep a starter alive',
      summary: 'Feeding, resting and rescuing it.',
      teaser: null,
      tags: [],
      published_at: '2026-03-02T09:00:00Z',
      is_open: true,
      body: { doc: { type: 'doc', content: Array.from({ length: 12 }, () => paragraph) } },
    }
    for (const page of ['library', 'gate']) {
      const data = { named: 'starter', item, ...(page === 'gate' && { isGate: true }) }
      assert.match((await builtPages()).document(page, data), /<p[^>]*>Feed it once a day/)
      const { total, parts } = await firstView(page, {}, data)
      assert.ok(total <= 12 * KB, `${page} ${total}: ${parts}`)
    }
  })

  for (const lang of LANGUAGES.filter((one) => one !== 'en'))
    test(`in ${lang}, too`, async () => {
      for (const page of PAGES) {
        const { total, parts } = await firstView(page, { lang })
        assert.ok(total <= 12 * KB, `${page} ${total}: ${parts}`)
      }
    })

  test('a tenant’s own theme with every color keeps first views within 12 KB', async () => {
    const colors = { accent: '#ffeb3b', surface: '#fffaf0', text: '#221100', line: '#ccbbaa' }
    const dark = { accent: '#9db8f0', surface: '#0a1930', text: '#e8eef9', line: '#22304d' }
    const theme = { variant: 'zen', mode: 'dark', radius: 6, font: 'serif', light: colors, dark } as const
    const look = resolveTheme(theme, { mode: 'light', panel: false, own: {} })
    const pages = await builtPages()
    const grown =
      gzip(pages.document('pay', dataOf('pay'), { look })) - gzip(pages.document('pay', dataOf('pay')))
    assert.ok(grown < 0.75 * KB, `the document grows by ${grown}`)
    assert.ok((await firstView('pay', { look })).total <= 12 * KB)
    assert.ok((await firstView('auth', { look })).total <= 12 * KB)
  })

  test('[K19] the shipped files contain no secret and no machine address', () => {
    const sources = ['bb', 'bb-more', 'bb-extra', 'bb-bubble'].map((part) => `embed/loader/${part}.js`)
    for (const file of sources)
      assert.doesNotMatch(
        readFileSync(join(DIST, file), 'utf8'),
        /sk_(test|live)|whsec_|service_role|localhost|127\.0/,
      )
  })
})
