// Creators' own blocks as the server sends them: each type, each state, and whatever is written into them.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { faceStyle } from '#features/my-blocks/kinds/face-style.ts'
import { TEMPLATES } from '#features/my-blocks/kinds/templates.ts'
import { viewOf } from '#features/my-blocks/kinds/view.ts'
import { type BuiltPages, builtPages, notBuilt } from './browser-tests/built-pages.ts'

/** Texts that run where a program takes them for markup, styles or addresses. */
const HOSTILE = [
  '<script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  '<!--<script>',
  '--><img src=x onerror=alert(1)>',
  '"><img src=x onerror=alert(1)>',
  "'><svg onload=alert(1)>",
  '</style><script>alert(1)</script>',
  '</title><svg/onload=alert(1)//',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<a href=javascript:alert(1)>x</a>',
  'javascript:alert(1)',
  ' JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:alert(1)',
  'https://x.example/" onclick="alert(1)',
  '" onmouseover=alert(1) x="',
  '" style=animation-name:x onanimationstart=alert(1) x="',
  '#fff}*{background:url(//evil.example)}',
  'red;background:url(javascript:alert(1))',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&#60;script&#62;alert(1)',
  '{{constructor.constructor("alert(1)")()}}',
  '\u2028<script>alert(1)</script>',
  '\u202etpircs',
  '__proto__',
]

/** The data of each type with one text in every place that people may write into. */
const dataWith = (text: string) => ({
  text: { type: 'text', content: `${text}\n\n${text}`, style: { fontSize: text, color: text } },
  profile: {
    type: 'profile',
    fields: ['name', 'bio', 'note', text],
    values: { name: text, bio: text, note: text },
    layout: text,
    showAvatar: text,
  },
  pricing: {
    type: 'pricing',
    currency: text,
    plans: [{ name: text, price: text, period: text, features: [text], button: { text, link: text } }],
  },
  custom: { type: text, note: text, list: [text], more: { deep: text } },
})

describe('creators’ own blocks', { skip: notBuilt }, () => {
  let pages: BuiltPages
  before(async () => {
    pages = await builtPages()
  })
  const id = '0190d2a0-0000-7000-8000-000000000201'
  const open = (title: string, data: Record<string, unknown>) => {
    const view = viewOf(data)
    const block = { state: 'open', id, title, view }
    return pages.document('my-block', { block }, { style: faceStyle(view), title })
  }
  /** Elements and names of attributes: what a page is made of, apart from its words. */
  const bones = (html: string) =>
    [...html.matchAll(/<(?!!)\/?[^>]*>/g)].map(([tag]) => tag.replaceAll(/="[^"]*"/g, '')).join('')

  test('[K03] what is written into a block of any type is text: it makes no element, no attribute and no style', () => {
    for (const kind of ['text', 'profile', 'pricing', 'custom'] as const) {
      const harmless = bones(open('Hours', dataWith('Hours')[kind]))
      for (const text of HOSTILE) {
        const html = open(text, dataWith(text)[kind])
        // An address that leads to the web makes its button, and is one attribute of it.
        const plain = html.replaceAll(
          /<span class="bb-offer-gap"><\/span><a [^>]*href="https:[^"]*"[^>]*>[^<]*<\/a>/g,
          '',
        )
        assert.equal(bones(plain), harmless, `${kind}: ${text}`)
        assert.doesNotMatch(html, /(href|src)="\s*(javascript|data|vbscript)/i)
      }
    }
  })

  test('[K02] a text brings a style of a checked size and colour, and nothing else does', () => {
    const style = (data: Record<string, unknown>) => /<style>(.*?)<\/style>/.exec(open('T', data))?.[1]
    assert.equal(
      style({ type: 'text', content: 'x', style: { fontSize: 18, color: '#0e60d2' } }),
      '.bb-passage{--bb-own-size:18px;--bb-own-light:#0e60d2;--bb-own-dark:#5690e0}',
    )
    assert.equal(style({ type: 'text', content: 'x' }), undefined)
    for (const { id: type, data } of TEMPLATES.slice(1)) assert.equal(style({ ...data }), undefined, type)
    assert.doesNotMatch(open('T', { ...TEMPLATES[0]!.data }), / style=/)
  })

  test('a block that is shut, and one that is not there, hold no word of any block but its title', () => {
    const plan = { name: 'Pro', price_cents: 1900, interval: 'month' }
    for (const [block, words] of [
      [{ state: 'sign_in', id, title: 'Recipe' }, ['Sign in to see Recipe', 'Sign In']],
      [
        { state: 'plan', id, title: 'Recipe', plan },
        ['Recipe is part of Pro', '€19', '/month', 'Upgrade Plan'],
      ],
      [{ state: 'missing' }, ['This block does not exist']],
    ] as const) {
      const html = pages.document('my-block', { block })
      for (const text of words) assert.ok(html.includes(text), text)
      assert.doesNotMatch(html, /<article/)
    }
  })

  test('without its tenant the page says so', () => {
    for (const [error, words] of [
      ['no_tenant', 'No tenant specified'],
      ['tenant_not_found', 'Tenant not found'],
      ['load_failed', 'Failed to load block.'],
    ] as const)
      assert.ok(pages.document('my-block', { tenant: null, error }).includes(words))
  })

  test('it speaks the visitor’s language', () => {
    const block = { state: 'sign_in', id, title: 'Rezept' }
    for (const [lang, words] of [
      ['de', 'Melden Sie sich an, um Rezept zu sehen'],
      ['fr', 'Connectez-vous pour voir Rezept'],
      ['es', 'Inicia sesión para ver Rezept'],
    ] as const)
      assert.ok(pages.document('my-block', { block }, { lang }).includes(words))
  })
})
