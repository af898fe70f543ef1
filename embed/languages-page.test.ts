// Every page in every language on the narrowest screen: nothing overflows and nothing is cut off, and Arabic
// runs right to left. Our scripts are removed, so that only the server's HTML is tested. Scripts are not
// blocked altogether, because axe, which is one, would wait forever.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { LANGUAGES } from '#kernel/browser/languages.ts'
import { setFormatLanguage } from '#kernel/browser/local.ts'
import { axeViolations } from '#testing/axe.ts'
import { PATIENCE, launchBrowser } from '#testing/browser.ts'
import { builtPages, notBuilt, products } from './browser-tests/built-pages.ts'

const ways = {
  password: true,
  signUp: true,
  emailCode: true,
  passkeys: true,
  providers: [
    { id: 'google', name: 'Google' },
    { id: 'github', name: 'GitHub' },
  ],
}
const site = { url: 'https://hearth-and-rye.example/', name: 'hearth-and-rye.example' }
const plan = { name: 'Pro', price_cents: 1900, interval: 'month' }
const offer = { id: '2', name: 'Lesekreis', price_cents: 900, currency: 'eur', interval: 'month' }
const myBlock = (block: object) => ({ block: { id: '1', title: 'Rezept', ...block } })

/** The pages' views: name, page and its data. */
const FACES: [face: string, page: string, data: Record<string, unknown>][] = [
  ['sign-in', 'auth', { ways }],
  ['wrong-code', 'auth', { tenant: null, error: 'tenant_not_found' }],
  ['success', 'success', { ways }],
  ['confirm', 'confirm', { passing: true, tokenHash: 'x', type: 'recovery', site }],
  ['invite', 'confirm', { passing: true, tokenHash: 'x', type: 'invite', site }],
  ['consent', 'consent', { ways, authorizationId: 'x' }],
  ['return', 'auth-return', { passing: true, provider: ways.providers[0], site, authorizationId: null }],
  ['passkey', 'passkey', { passing: true, site }],
  ['products', 'pay', { items: products, canSell: true }],
  ['unavailable', 'pay', { items: products.slice(0, 2), canSell: false }],
  ['no-products', 'pay', { items: [], canSell: true }],
  ['checkout', 'checkout', { passing: true, site }],
  ['members', 'my-block', myBlock({ state: 'sign_in', offers: [], opens_at: null })],
  ['buyers', 'my-block', myBlock({ state: 'audience', offers: [offer], opens_at: null })],
  ['later', 'my-block', myBlock({ state: 'audience', offers: [], opens_at: '2030-03-01T00:00:00Z' })],
  ['paywall', 'my-block', myBlock({ state: 'plan', plan })],
  ['missing', 'my-block', { block: { state: 'missing' } }],
  ['refused', 'pay', { tenant: null, parentOrigin: null, host: { refused: true, origin: site.url } }],
]

async function openAll() {
  const pages = await builtPages()
  const browser = await launchBrowser()
  const context = await browser.newContext({
    viewport: { width: 320, height: 700 },
  })
  context.setDefaultTimeout(PATIENCE)
  await context.route('**/*', (route) => {
    const { pathname } = new URL(route.request().url())
    const [, lang = '', wanted] = pathname.split('/')
    const documents = FACES.filter(([face]) => !wanted || face === wanted).map(
      ([face, name, data]) => [face, pages.document(name, data, { lang })] as const,
    )
    const body = wanted ? documents[0]?.[1] : together(documents)
    return route.fulfill({
      status: body ? 200 : 404,
      contentType: 'text/html; charset=utf-8',
      body: body?.replaceAll(/<script>.*?<\/script>/gs, '') ?? '',
    })
  })
  return context.newPage()
}

/** All views one below the other in one document, which takes a tenth of the time of separate documents. */
function together(documents: (readonly [face: string, html: string])[]): string {
  // One line per sheet.
  const styles = new Set(
    documents.flatMap(([, html]) => /<style[^>]*>(.*?)<\/style>/s.exec(html)![1]!.split('\n')),
  )
  const mains = documents.map(
    ([face, html]) => `<section data-face="${face}">${/<main[^>]*>(.*)<\/main>/s.exec(html)![1]}</section>`,
  )
  const html = /<html[^>]*>/.exec(documents[0]![1])![0]
  return `<!doctype html>${html}<meta charset="utf-8"><title>All</title><style>${[...styles].join('\n')}</style><body><main id="bb">${mains.join('')}</main>`
}

/** Elements that overflow the page on either side, or their container. */
function tooWide(): string[] {
  const width = document.documentElement.clientWidth
  const name = (el: Element) =>
    `${el.closest<HTMLElement>('[data-face]')!.dataset.face}: ${el.tagName}.${el.className} "${el.textContent.slice(0, 40)}"`
  return [...document.querySelectorAll<HTMLElement>('#bb *')]
    .filter((el) => {
      const { left, right, width: own } = el.getBoundingClientRect()
      if (own <= 1 || el.closest('svg') || getComputedStyle(el).position === 'absolute') return false
      const cut = el.clientWidth > 0 && el.scrollWidth > el.clientWidth + 1 && el.tagName !== 'INPUT'
      return left < -0.5 || right > width + 0.5 || cut
    })
    .map(name)
}

const page = notBuilt ? undefined : await openAll()
const SHOP = 'https://shop.example'

describe('pages at 320 pixels', { skip: notBuilt }, () => {
  for (const lang of LANGUAGES)
    test(`in ${lang} nothing overflows any page, and each declares its language`, async () => {
      await page!.goto(`${SHOP}/${lang}`)
      assert.deepEqual(await page!.evaluate(tooWide), [])
      const said = await page!.evaluate(() => [document.documentElement.lang, document.dir])
      assert.deepEqual(said, [lang, lang === 'ar' ? 'rtl' : ''])
      assert.equal(await page!.locator('[data-face]').count(), FACES.length)
    })

  test('in Arabic labels are at the right edge, the password’s eye button at the left, and axe finds nothing', async () => {
    await page!.goto(`${SHOP}/ar/sign-in`)
    const [label, eye, field] = await page!.evaluate(() =>
      ['label[for]', '.bb-eye', 'input[type=password]'].map((at) => {
        const { left, right } = document.querySelector(at)!.getBoundingClientRect()
        return { left, right }
      }),
    )
    assert.ok(Math.abs(label!.right - field!.right) <= 2, 'label')
    assert.ok(eye!.left - field!.left < 12 && eye!.right < field!.left + 60, 'eye')
    await page!.goto(`${SHOP}/ar/products`)
    const name = page!.getByRole('heading', { name: products[0]!.name })
    assert.equal(await name.evaluate((el) => getComputedStyle(el).direction), 'rtl')
    // The creator's text keeps its own direction: the full stop of an English sentence comes after it.
    const said = page!.getByText(products[0]!.description!)
    assert.equal(await said.evaluate((el) => getComputedStyle(el).direction), 'ltr')
  })

  for (const face of ['sign-in', 'products', 'members', 'confirm'])
    test(`axe finds nothing on ${face} in Arabic`, async () => {
      await page!.goto(`${SHOP}/ar/${face}`)
      const violations = await axeViolations(page!)
      assert.deepEqual(
        violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 120)}`),
        [],
      )
    })

  test('amounts follow the language and its region', async () => {
    const prices = async (lang: string) => {
      await page!.goto(`${SHOP}/${lang}/products`)
      return (await page!.locator('.pay-price > p').first().textContent())!.replaceAll(/\s/g, ' ').trim()
    }
    assert.equal(await prices('en'), '€10.00')
    assert.equal(await prices('de'), '10,00 €')
    assert.equal(await prices('nl'), '€ 10,00')
    assert.match(await prices('ar-EG'), /١٠٫٠٠/)
    const paywall = async (lang: string) => {
      await page!.goto(`${SHOP}/${lang}/paywall`)
      return (await page!.locator('.bb-locked-figure').textContent())!.replaceAll(/\s/g, ' ')
    }
    assert.equal(await paywall('en'), '€19/month')
    assert.equal(await paywall('de'), '19 €/Monat')
    assert.equal(await paywall('nl'), '€ 19/maand')
    assert.match(await paywall('ar-EG'), /١٩.*\/شهر/)
    setFormatLanguage('en')
  })
})
