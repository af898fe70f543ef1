import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { TEMPLATES } from '#features/my-blocks/kinds/templates.ts'
import { viewOf } from '#features/my-blocks/kinds/view.ts'
import { builtPages, DIST, notBuilt, products } from './browser-tests/built-pages.ts'

/** The heaviest of the templates. */
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

describe('weights on other people’s pages, gzip', { skip: notBuilt }, () => {
  test('the script tag is at most 4 KB, its second part 4 KB more', () => {
    assert.ok(fileSize('embed/loader/bb.js') <= 4 * KB, `bb.js: ${fileSize('embed/loader/bb.js')}`)
    assert.ok(
      fileSize('embed/loader/bb-more.js') <= 4 * KB,
      `bb-more.js: ${fileSize('embed/loader/bb-more.js')}`,
    )
  })

  for (const [page, data] of [
    ['auth', {}],
    ['pay', { items: products, canSell: true }],
    ['my-block', { block: pricingBlock }],
  ] as const)
    test(`everything that ${page} loads on first view is at most 12 KB`, async () => {
      const html = (await builtPages()).document(page, data)
      const files = [...html.matchAll(/(?:href|src)="\/embed-assets\/([^"]+)"/g)].map(([, file]) => file!)
      assert.ok(files.some((file) => file.endsWith('.js')) && files.some((file) => file.endsWith('.css')))
      const sizes = files.map((file): [string, number] => [file, fileSize(`embed/assets/${file}`)])
      const total = gzip(html) + sizes.reduce((sum, [, size]) => sum + size, 0)
      assert.ok(total <= 12 * KB, `${total}: document ${gzip(html)}, ${JSON.stringify(sizes)}`)
    })

  test('[K19] no secret and no address of a machine is in what is shipped', () => {
    const { sources } = { sources: ['embed/loader/bb.js', 'embed/loader/bb-more.js'] }
    for (const file of sources)
      assert.doesNotMatch(
        readFileSync(join(DIST, file), 'utf8'),
        /sk_(test|live)|whsec_|service_role|localhost|127\.0/,
      )
  })
})
