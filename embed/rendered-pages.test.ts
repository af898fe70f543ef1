import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { tagsOf } from '#kernel/sites/tags.ts'
import { SCRIPT_CORPUS } from '#testing/script-corpus.ts'
import { type BuiltPages, builtPages, notBuilt, products } from './browser-tests/built-pages.ts'

const count = (html: string, what: RegExp) => html.match(what)?.length ?? 0
/** What a visitor reads: the text of the body without its data. */
const textOf = (html: string) =>
  html
    .replace(/.*<body>/s, '')
    .replace(/<script.*/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&#39;', "'")

describe('pages as the server renders them', { skip: notBuilt }, () => {
  let pages: BuiltPages
  before(async () => {
    pages = await builtPages()
  })
  const pay = (items: object[], more: object = {}) => pages.document('pay', { items, canSell: true, ...more })

  test('[S2-213] [S2-214] [S2-215] [S2-216] the Pay Block shows each product with name, description and price', () => {
    const html = pay(products)
    const text = textOf(html)
    for (const words of [
      'Available Products',
      'Choose what works best for you',
      'Rye & honey loaf',
      'Baked at six.',
    ])
      assert.ok(text.includes(words), words)
    assert.equal(count(html, /<li /g), 5)
    assert.equal(count(text, /Purchase Now/g), 5)
    assert.ok(text.includes('€10.00') && text.includes('€1,234.56'))
  })

  for (const [products_, columns] of [
    [1, 1],
    [2, 2],
    [3, 3],
    [5, 3],
  ] as const)
    test(`[S2-218] [S9-040] ${products_} products are in ${columns} columns`, () => {
      assert.match(pay(products.slice(0, products_)), new RegExp(`data-columns="${columns}"`))
    })

  test('[S2-219] [S2-220] without products the Pay Block says so', () => {
    const text = textOf(pay([]))
    assert.ok(text.includes('No products yet'))
    assert.ok(text.includes("The creator hasn't added any products for sale yet. Check back later!"))
  })

  test('while the tenant cannot take payments, products are unavailable', () => {
    const html = pay(products.slice(0, 1), { canSell: false })
    assert.match(html, /<button[^>]* disabled[^>]*>/)
    assert.ok(textOf(html).includes('Unavailable'))
  })

  test('[peers M8] a product for members says so, leads to the sign-in, and waits for a stored session before it takes its height', () => {
    const forClub = { ...products[0]!, ways: [{ kind: 'role', name: 'Reading club' }] }
    const html = pay([forClub], { isPersonal: true })
    assert.match(textOf(html), /For members of .Reading club.\./)
    assert.match(html, /<button[^>]*>Sign In<\/button>/)
    assert.ok(!textOf(html).includes('Purchase Now'))
    assert.match(html, /<ul [^>]*data-signed-out/)
    assert.ok(!pay(products).match(/<ul [^>]*data-signed-out/))
    const cheaper = textOf(pay([{ ...products[0]!, regular_price_cents: 1200 }]))
    assert.match(cheaper, /€10\.00.*Members’ price, instead of €12\.00/)
  })

  test('[S8-031] [S8-032] [S8-033] the Pay Block names what is wrong', () => {
    for (const [error, words] of [
      ['no_tenant', 'No tenant specified'],
      ['tenant_not_found', 'Tenant not found'],
      ['load_failed', 'Failed to load products'],
    ] as const)
      assert.ok(textOf(pay([], { error, tenant: null })).includes(words), words)
  })

  test('[S2-202] [S2-203] the form has both modes, and a button that stays disabled until its fields are filled', () => {
    const html = pages.document('auth', {})
    assert.match(html, /type="email"/)
    assert.match(html, /type="password"/)
    assert.ok(textOf(html).includes('Sign In Create Account'))
    assert.match(html, /<button type="submit"[^>]* disabled/)
  })

  test('the form itself never sends a password in a URL', () => {
    assert.match(pages.document('auth', {}), /<form[^>]* method="post"/)
  })

  test('[S2-200] while an earlier session is restored, the block says Loading authentication...', () => {
    const html = pages.document('auth', { restoring: true })
    assert.ok(textOf(html).includes('Loading authentication...'))
    assert.match(html, /aria-busy/)
  })

  test('[S2-201] a tenant with another provider shows one button', () => {
    const html = pages.document('auth', { tenant: { ...tenant(), auth_provider: 'auth0' } })
    assert.ok(textOf(html).includes('Sign In with Auth0'))
    assert.doesNotMatch(html, /type="password"/)
  })

  test('[S2-205] [S8-026] [S8-027] [S8-029] without its tenant the auth block names the embed code', () => {
    for (const [error, words] of [
      ['no_tenant', 'No tenant specified'],
      ['tenant_not_found', 'Tenant not found'],
    ] as const) {
      const text = textOf(pages.document('auth', { error, tenant: null }))
      assert.ok(text.includes('Configuration Error'))
      assert.ok(text.includes('Unable to load authentication configuration. Please check your embed code.'))
      assert.ok(text.includes(words))
    }
  })

  test('a refused site sees which address to add, and where, and nothing of the tenant', () => {
    const html = pages.document('pay', {
      tenant: null,
      parentOrigin: null,
      host: { refused: true, origin: 'https://x.example' },
    })
    const text = textOf(html)
    assert.ok(text.includes('add https://x.example to your sites'), text)
    assert.ok(text.includes('Tenant Settings'))
    assert.doesNotMatch(html, /pk_|Hearth/)
  })

  test('pages that show only a message have one heading of the first level', () => {
    const headings = (html: string) => html.match(/<h1\b/g)?.length ?? 0
    for (const name of ['auth', 'pay', 'profile', 'success', 'my-block'])
      for (const error of ['no_tenant', 'tenant_not_found', 'load_failed'] as const) {
        // Without a tenant the profile page shows its sample.
        if (name === 'profile' && error === 'no_tenant') continue
        assert.equal(headings(pages.document(name, { error, tenant: null })), 1, `${name}: ${error}`)
      }
    for (const host of [
      { refused: true, unavailable: true as const },
      { refused: true, unknownBlock: 'shoop' },
      { refused: true, origin: 'https://x.example' },
    ])
      assert.equal(headings(pages.document('refused', { tenant: null, host })), 1, JSON.stringify(host))
  })

  test('a block that its tenant cannot use shows one sentence, in the page’s language', () => {
    const closed = (lang: string) =>
      textOf(
        pages.document('pay', { tenant: null, host: { refused: true, unavailable: true } }, { lang }),
      ).trim()
    assert.equal(closed('en'), 'This is not available right now. Powered by Bolt Blocks')
    assert.equal(closed('de'), 'Das ist im Moment nicht verfügbar. Läuft mit Bolt Blocks')
    assert.doesNotMatch(closed('en'), /plan|upgrade/i)
  })

  test('the last line is in the page’s language, and in English for unsupported ones', () => {
    const lastLine = (lang: string) =>
      textOf(pages.document('pay', { items: products, canSell: true }, { lang }))
        .trim()
        .slice(-40)
    assert.match(lastLine('de'), /Läuft mit Bolt Blocks Testmodus$/)
    assert.match(lastLine('fr'), /Propulsé par Bolt Blocks Mode test$/)
    assert.match(lastLine('xx'), /Powered by Bolt Blocks Test mode$/)
  })

  test('without its heading, the pay block keeps it for screen readers only', () => {
    const bare = pay(products, { isHeadingHidden: true })
    assert.match(bare, /<h1 class="pay-unseen">Available Products<\/h1>/)
    assert.doesNotMatch(bare, /Choose what works best for you/)
    assert.match(pay(products.slice(0, 1)), /<h1>Available Products<\/h1><p class="pay-lead">Choose/)
  })

  test('test mode is marked on the last line, live is not', () => {
    assert.ok(textOf(pay(products)).includes('Powered by Bolt Blocks Test mode'))
    assert.ok(!textOf(pay(products, { tenant: { ...tenant(), stripe_mode: 'live' } })).includes('Test mode'))
  })

  test('the page behind an email link has one button and does nothing automatically', () => {
    const html = pages.document('confirm', {
      tokenHash: 'abc',
      type: 'signup',
      site: null,
      parentOrigin: null,
    })
    assert.ok(textOf(html).includes('Confirm my email'))
    assert.equal(count(html, /<button/g), 1)
  })

  test('[K03] what creators type is text in every page', () => {
    const hostile = `"><img src=x onerror=alert(1)></script><script>alert(1)</script>{{x}}\${y}`
    const html = pay([{ ...products[0], name: hostile, description: hostile }], {
      tenant: { ...tenant(), name: hostile },
    })
    assert.equal(count(html, /<img/g), 0)
    assert.equal(count(html, /<script/g), 3)
  })

  test('[K03] the whole corpus creates no element or attribute that a plain word does not create', () => {
    const shape = (text: string) => {
      const html = pay([{ ...products[0], name: text, description: text }], {
        tenant: { ...tenant(), name: text },
      })
      return tagsOf(html).map(({ name, attributes }) => [name, [...attributes.keys()]])
    }
    const plain = shape('bread')
    for (const text of SCRIPT_CORPUS) assert.deepEqual(shape(text), plain, text)
  })

  test('[K03] nor does it in a form and a list: in titles, choices, conditions and rows', () => {
    const shape = (page: string, data: Record<string, unknown>) =>
      tagsOf(pages.document(page, data)).map(({ name, attributes }) => [name, [...attributes.keys()]])
    const form = (text: string) => ({
      form: {
        id: 'f',
        title: text,
        text,
        button: text,
        thanks: text,
        fields: [
          { id: 'aaaaaaaa', title: text, kind: 'text', help: text },
          { id: 'bbbbbbbb', title: text, kind: 'choice', choices: [{ value: text, title: text }] },
          { id: 'cccccccc', title: text, kind: 'money', currency: 'eur' },
        ],
        design: {
          pages: [
            {
              title: text,
              sections: [
                {
                  title: text,
                  text,
                  questions: [
                    { field: 'aaaaaaaa', label: text, prefill: { parameter: 'x' } },
                    { field: 'bbbbbbbb' },
                    { field: 'cccccccc' },
                  ],
                },
              ],
            },
            { title: text, sections: [{ text, questions: [] }] },
          ],
        },
      },
      entry: { state: 'open' },
      prefill: { x: text },
    })
    const list = (layout: string) => (text: string) => ({
      list: {
        id: 'l',
        title: text,
        text,
        layout,
        search: true,
        fields: ['text', 'long_text', 'link', 'choice'].map((kind, at) => ({
          id: `aaaaaaa${at}`,
          title: text,
          kind,
          choices: [{ value: text, title: text }],
        })),
        filters: ['aaaaaaa3'],
        sorts: ['aaaaaaa0'],
      },
      first: {
        rows: [
          {
            id: 'r',
            created_at: '',
            values: { aaaaaaa0: text, aaaaaaa1: text, aaaaaaa2: text, aaaaaaa3: text },
          },
        ],
        more: true,
      },
    })
    const calendar = (text: string) => {
      const date = { id: 'aaaaaaa9', title: text, kind: 'date' }
      const { list: own, first } = list('calendar')(text)
      const values = { ...first.rows[0]!.values, aaaaaaa9: '2026-03-05' }
      return {
        list: { ...own, date, details: own.fields },
        month: '2026-03',
        search: '?view=l',
        first: { ...first, rows: [{ ...first.rows[0]!, values }] },
      }
    }
    for (const [page, data] of [
      ['form', form],
      ['list', list('cards')],
      ['list', list('table')],
      ['calendar', calendar],
    ] as const) {
      const plain = shape(page, data('bread'))
      for (const text of SCRIPT_CORPUS) assert.deepEqual(shape(page, data(text)), plain, `${page}: ${text}`)
    }
  })

  const tenant = () => ({
    id: 't',
    name: 'Hearth & Rye',
    public_key: 'pk_A',
    theme: { variant: 'clean' as const },
    auth_provider: 'supabase' as const,
    auth0_domain: null,
    auth0_client_id: null,
    stripe_mode: 'test' as const,
  })
})
