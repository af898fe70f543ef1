import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { pricingData, profileData, textData, typedData } from '../contract.ts'
import { accessOf, withAccess } from './access.ts'
import { heightOf } from './height.ts'
import { TEMPLATES } from './templates.ts'
import { tierOf } from './tier.ts'
import { isEmpty, summaryOf, viewOf } from './view.ts'

const template = (id: string) => TEMPLATES.find((one) => one.id === id)!.data

describe('templates', () => {
  test('[S3-029] text: content, and a style with font size and color', () => {
    const data = textData.parse(template('text'))
    assert.ok(data.content)
    assert.deepEqual(Object.keys(data.style), ['fontSize', 'color'])
  })

  test('[S3-030] profile: the fields name, email and bio, layout card, with an avatar', () => {
    const { fields, layout, showAvatar } = profileData.parse(template('profile'))
    assert.deepEqual(
      { fields, layout, showAvatar },
      { fields: ['name', 'email', 'bio'], layout: 'card', showAvatar: true },
    )
  })

  test('[S3-031] pricing: plans with name, price and features', () => {
    const { plans } = pricingData.parse(template('pricing'))
    assert.ok(plans.length > 1)
    for (const { name, price, features } of plans) assert.ok(name && price && features.length > 0)
  })

  test('each has its own type and visible content before any edit', () => {
    for (const { id, data, title } of TEMPLATES) {
      assert.equal(data.type, id)
      assert.ok(Object.hasOwn(typedData, id) && title)
      assert.equal(viewOf({ ...data }).kind, id)
      assert.equal(isEmpty(viewOf({ ...data })), false)
      assert.ok(summaryOf({ ...data }))
    }
  })
})

test('[S3-032] [S3-033] [S3-034] the badge follows the type: pricing Business, profile Pro, anything else Free', () => {
  assert.equal(tierOf({ type: 'pricing' }), 'Business')
  assert.equal(tierOf({ type: 'profile' }), 'Pro')
  for (const data of [{}, { type: 'text' }, { type: 'menu' }, { type: 7 }, { required_plan: 'business' }])
    assert.equal(tierOf(data), 'Free')
})

describe('access', () => {
  test('without settings the block is open, and writing settings changes nothing else', () => {
    assert.deepEqual(accessOf({}), { requiresAuth: false, requiredPlan: 'free' })
    assert.deepEqual(withAccess({ type: 'text', note: 1 }, { requiresAuth: true, requiredPlan: 'pro' }), {
      type: 'text',
      note: 1,
      requires_auth: true,
      required_plan: 'pro',
    })
  })

  test('an audience is part of the settings, and removing it leaves no trace', () => {
    const audience = { any: [{ kind: 'role', role: 'Editor' }] }
    const settings = { requiresAuth: false, requiredPlan: 'free' as const, audience }
    const data = withAccess({ type: 'text' }, settings)
    assert.deepEqual(data['audience'], audience)
    assert.deepEqual(accessOf(data), settings)
    const { audience: _, ...others } = settings
    assert.deepEqual(withAccess(data, others), { type: 'text', requires_auth: false, required_plan: 'free' })
    assert.deepEqual(viewOf({ type: 'menu', audience, soup: 'Leek' }), {
      kind: 'custom',
      facts: [{ label: 'Soup', value: 'Leek' }],
    })
    assert.deepEqual(accessOf({ audience: { any: 'x' } }).audience, { any: [] })
  })

  test('invalid settings lock it', () => {
    assert.deepEqual(accessOf({ requires_auth: 'no', required_plan: 'gold' }), {
      requiresAuth: true,
      requiredPlan: 'business',
    })
  })
})

describe('views', () => {
  test('a text: paragraphs, a size in pixels, a full hex color', () => {
    assert.deepEqual(
      viewOf({ type: 'text', content: 'One\r\ntwo\n \n\nThree', style: { fontSize: '18px', color: '#A1c' } }),
      { kind: 'text', paragraphs: ['One\ntwo', 'Three'], size: 18, color: '#aa11cc' },
    )
  })

  test('a profile: only the listed fields; values beside `values` count, too', () => {
    assert.deepEqual(
      viewOf({
        type: 'profile',
        fields: ['name', 'openingHours'],
        name: 'Mara',
        email: 'mara@example.com',
        values: { openingHours: 'seven till two' },
        layout: 'row',
      }),
      {
        kind: 'profile',
        layout: 'row',
        avatar: false,
        name: 'Mara',
        email: '',
        bio: '',
        facts: [{ label: 'Opening hours', value: 'seven till two' }],
      },
    )
  })

  test('a hand-written profile with fields and values in one object', () => {
    const view = viewOf({
      type: 'profile',
      fields: { name: 'Mara', motto: 'Slow', bio: '' },
      showAvatar: true,
    })
    assert.ok(view.kind === 'profile')
    const { name, facts, avatar } = view
    assert.deepEqual([name, facts, avatar], ['Mara', [{ label: 'Motto', value: 'Slow' }], true])
  })

  test('a pricing table: text unchanged, numbers as amounts, links to the web or email only', () => {
    const view = viewOf({
      type: 'pricing',
      currency: 'usd',
      plans: [
        {
          name: 'A',
          price: 9,
          features: ['x', 3, null],
          button: { text: 'Go', link: 'https://a.example/b' },
        },
        { name: 'B', price: '€19.50', button: { text: 'Go', link: 'javascript:alert(1)' } },
        { name: 'C', price: 0.5, button: { text: 'Go', link: 'data:text/html,x' }, highlighted: 'yes' },
      ],
    })
    assert.ok(view.kind === 'pricing')
    assert.deepEqual(
      view.offers.map(({ price, button, features, highlighted }) => [
        price,
        button?.link,
        features,
        highlighted,
      ]),
      [
        ['$9', 'https://a.example/b', ['x', '3'], false],
        ['€19.50', undefined, [], false],
        ['$0.50', undefined, [], false],
      ],
    )
  })

  test('any other type: its entries, without the fields about the block', () => {
    assert.deepEqual(
      viewOf({
        type: 'menu',
        requires_auth: false,
        required_plan: 'free',
        dish_of_day: 'Soup',
        prices: { small: 4, large: 6.5 },
        allergens: ['rye', 'nuts'],
        dishes: [{ name: 'Bread' }],
        none: null,
      }),
      {
        kind: 'custom',
        facts: [
          { label: 'Dish of day', value: 'Soup' },
          {
            label: 'Prices',
            value: [
              { label: 'Small', value: '4' },
              { label: 'Large', value: '6.5' },
            ],
          },
          { label: 'Allergens', value: ['rye', 'nuts'] },
          { label: 'Dishes', value: [{ label: '1', value: [{ label: 'Name', value: 'Bread' }] }] },
        ],
      },
    )
  })
})

describe('hostile data', () => {
  const deep = (levels: number): unknown => (levels ? { a: deep(levels - 1) } : 'end')
  const odd: unknown[] = [
    null,
    7,
    'x',
    [],
    [[]],
    {},
    true,
    { a: 1 },
    '\u0000\u202e',
    '🙂'.repeat(30_000),
    deep(200),
    Array.from({ length: 5000 }, () => ({
      name: 'n',
      price: 1e308,
      features: Array.from({ length: 900 }, () => 'f'),
    })),
    Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`k${at}`, 'v'])),
    JSON.parse('{"__proto__":{"x":1},"constructor":{"y":2},"toString":"z"}'),
  ]

  test('data of any type and shape gives a view of bounded size and never throws', () => {
    for (const type of ['text', 'profile', 'pricing', 'custom', '__proto__', 'constructor', 7, null])
      for (const [at, value] of odd.entries()) {
        const names = ['content', 'style', 'fields', 'values', 'plans', 'currency', 'layout', 'name', 'other']
        const data = { type, ...Object.fromEntries(names.map((name) => [name, value])) }
        const view = viewOf(data)
        assert.ok(JSON.stringify(view).length < 120_000, `${String(type)}, value ${at}`)
        assert.equal(typeof summaryOf(data), 'string')
        assert.ok(heightOf(data) > 0 && heightOf(data) < 1e6)
      }
  })

  test('direction overrides and invisible characters are removed from lines', () => {
    const view = viewOf({ type: 'profile', name: 'a\u202eb\u0007c', showAvatar: 1 })
    assert.ok(view.kind === 'profile')
    assert.deepEqual([view.name, view.avatar], ['a b c', false])
  })

  test('invalid colors and sizes fall back to the theme’s', () => {
    for (const [fontSize, color] of [
      ['1e9', 'red;background:url(//x)'],
      ['1.2rem', '#gggggg'],
      [true, '#1234'],
      [Number.POSITIVE_INFINITY, '#12'],
      [400, {}],
      [null, 'expression(1)'],
    ]) {
      const view = viewOf({ type: 'text', content: 'x', style: { fontSize, color } })
      assert.ok(view.kind === 'text')
      assert.equal(view.color, null)
      assert.ok(view.size === null || view.size === 72)
    }
  })
})
