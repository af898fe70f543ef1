// The creators' own blocks as the server renders them: every type and state, with hostile content.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { faceStyle } from '#features/my-blocks/kinds/face-style.ts'
import { TEMPLATES } from '#features/my-blocks/kinds/templates.ts'
import { viewOf } from '#features/my-blocks/kinds/view.ts'
import { SCRIPT_CORPUS } from '#testing/script-corpus.ts'
import { type BuiltPages, builtPages, notBuilt } from './browser-tests/built-pages.ts'

/**
 * Everything that could run as markup, and what only a block's styles, URLs and names could be abused for.
 */
const HOSTILE = [
  ...SCRIPT_CORPUS,
  'https://x.example/" onclick="alert(1)',
  '#fff}*{background:url(//evil.example)}',
  'red;background:url(javascript:alert(1))',
  '\u202etpircs',
  '__proto__',
]

/** The data of each type with one text in every user-editable field. */
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
  /** Elements and attribute names: the structure of a page without its text. */
  const bones = (html: string) =>
    [...html.matchAll(/<(?!!)\/?[^>]*>/g)].map(([tag]) => tag.replaceAll(/="[^"]*"/g, '')).join('')

  test('[K03] content of a block of any type is text: it creates no element, no attribute and no style', () => {
    for (const kind of ['text', 'profile', 'pricing', 'custom'] as const) {
      const harmless = bones(open('Hours', dataWith('Hours')[kind]))
      for (const text of HOSTILE) {
        const html = open(text, dataWith(text)[kind])
        // A web address creates its button, and is one attribute of it.
        const plain = html.replaceAll(
          /<span class="bb-offer-gap"><\/span><a [^>]*href="https:[^"]*"[^>]*>[^<]*<\/a>/g,
          '',
        )
        assert.equal(bones(plain), harmless, `${kind}: ${text}`)
        assert.doesNotMatch(html, /(href|src)="\s*(javascript|data|vbscript)/i)
      }
    }
  })

  test('[K02] a text sets a style with a validated size and color, and nothing else does', () => {
    const style = (data: Record<string, unknown>) => /<style>(.*?)<\/style>/.exec(open('T', data))?.[1]
    assert.equal(
      style({ type: 'text', content: 'x', style: { fontSize: 18, color: '#0e60d2' } }),
      '.bb-passage{--bb-own-size:18px;--bb-own-light:#0e60d2;--bb-own-dark:#5690e0}',
    )
    assert.equal(style({ type: 'text', content: 'x' }), undefined)
    for (const { id: type, data } of TEMPLATES.slice(1)) assert.equal(style({ ...data }), undefined, type)
    assert.doesNotMatch(open('T', { ...TEMPLATES[0]!.data }), / style=/)
  })

  test('a locked block and a missing one contain nothing of any block but its title', () => {
    const plan = { name: 'Pro', price_cents: 1900, interval: 'month' }
    for (const [block, words] of [
      [
        { state: 'sign_in', id, title: 'Recipe', offers: [], opens_at: null },
        ['Sign in to see Recipe', 'Sign In'],
      ],
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

  test('it uses the visitor’s language', () => {
    const block = { state: 'sign_in', id, title: 'Rezept', offers: [], opens_at: null }
    for (const [lang, words] of [
      ['de', 'Melden Sie sich an, um Rezept zu sehen'],
      ['fr', 'Connectez-vous pour voir Rezept'],
      ['it', 'Accedere per vedere Rezept'],
      ['pt', 'Entre para ver Rezept'],
      ['nl', 'Log in om Rezept te zien'],
      ['pl', 'Proszę się zalogować, aby zobaczyć Rezept'],
      ['ja', 'Rezept を見るにはログインしてください'],
      ['ar', 'سجّل الدخول لرؤية \u2068Rezept\u2069'],
      ['es', 'Inicie sesión para ver Rezept'],
    ] as const)
      assert.ok(pages.document('my-block', { block }, { lang }).includes(words))
  })
})
