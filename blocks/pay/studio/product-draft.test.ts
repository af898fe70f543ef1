import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createItemContract, updateItemContract } from '../contract.ts'
import type { Item } from '../endpoints-studio.ts'
import {
  STOCK_MAX,
  STORED_PICTURE,
  beginning,
  commaHint,
  CURRENCY_OPTIONS,
  draftOf,
  emptyDraft,
  examplePrice,
  fieldsOf,
  priceProblem,
  productDraft,
  stockProblem,
  stockLabel,
} from './product-draft.ts'
import { sizeWithin } from './shrink-picture.ts'

const ID = '0198c1a2-0000-7000-8000-000000000001'
const item: Item = {
  id: ID,
  tenant_id: ID,
  name: 'Gift card',
  description: null,
  price_cents: 1905,
  currency: 'gbp',
  interval: 'month',
  per_seat: false,
  active: false,
  stock: 7,
  held: 2,
  picture: null,
  audience_id: null,
  hidden_from_others: false,
  member_audience_id: null,
  member_price_cents: null,
  created_at: '2026-11-20T10:00:00Z',
}
const draft = { ...emptyDraft, name: ' Rye loaf ', description: '  Warm at nine. ', price: '€1,000.50' }

function problemsOf(change: Partial<typeof draft>) {
  const { error } = productDraft.safeParse({ ...draft, ...change })
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`)
}

test('[S5-016] [S5-019] a price shows an error while typing, but not before the first character', () => {
  assert.equal(priceProblem('', 'eur'), undefined)
  assert.equal(priceProblem('  ', 'eur'), undefined)
  assert.equal(priceProblem('10.00', 'eur'), undefined)
  for (const text of ['ten', '-1', '1e3', '1.2.3', '€', '10,50'])
    assert.equal(priceProblem(text, 'eur'), 'Invalid price format', text)
})

test('[S5-020] [S5-021] saving an empty or invalid price is refused with a message', () => {
  for (const price of ['', ' ', 'ten', '-1', '1e309', '99999999999'])
    assert.deepEqual(problemsOf({ price }), ['price: Please enter a valid price'], price)
})

test('[S5-026] [S5-028] [S5-032] name and description are checked against their limits after trimming', () => {
  assert.deepEqual(problemsOf({ name: '   ' }), ['name: Name is required'])
  assert.deepEqual(problemsOf({ name: 'x'.repeat(61) }), ['name: At most 60 characters'])
  assert.deepEqual(problemsOf({ name: ` ${'x'.repeat(60)} ` }), [])
  assert.deepEqual(problemsOf({ description: 'x'.repeat(501) }), ['description: At most 500 characters'])
})

test('[S5-033] [S5-034] [S5-035] an empty description is left out on create and null on update, a text is trimmed', () => {
  assert.equal(fieldsOf(draft).description, 'Warm at nine.')
  assert.ok(!('description' in fieldsOf({ ...draft, description: '  ' })))
  assert.equal(fieldsOf({ ...draft, description: '  ' }, item).description, null)
})

test('what the form accepts, the server accepts', () => {
  const sent = fieldsOf(productDraft.parse(draft))
  assert.deepEqual(sent, {
    name: 'Rye loaf',
    description: 'Warm at nine.',
    price_cents: 100_050,
    currency: 'eur',
    active: true,
  })
  assert.equal(fieldsOf({ ...draft, interval: 'year' }).interval, 'year')
  assert.ok(createItemContract.input.safeParse({ tenantId: ID, ...sent }).success)
  assert.equal(fieldsOf({ ...draft, interval: 'month' }).interval, 'month')
  const changed = fieldsOf({ ...draft, description: '' }, item)
  assert.deepEqual([changed.description, changed.interval], [null, null])
  assert.ok(updateItemContract.input.safeParse({ itemId: ID, ...changed }).success)
})

test('seats are sent for recurring products, and taken back when the product is no longer recurring', () => {
  assert.ok(!('per_seat' in fieldsOf({ ...draft, perSeat: true })))
  assert.equal(fieldsOf({ ...draft, interval: 'month', perSeat: true }).per_seat, true)
  const seats = { ...item, per_seat: true }
  assert.ok(!('per_seat' in fieldsOf(draftOf(seats), seats)), 'unchanged')
  assert.equal(fieldsOf({ ...draftOf(seats), interval: 'once' }, seats).per_seat, false)
})

test('[S3-027] a product that is opened for editing and saved untouched does not change', () => {
  assert.deepEqual(draftOf(item), {
    name: 'Gift card',
    description: '',
    price: '19.05',
    currency: 'gbp',
    interval: 'month',
    perSeat: false,
    stock: '7',
    active: false,
    audience: '',
    hidden: false,
    memberAudience: '',
    memberPrice: '',
    picture: '',
  })
  for (const price_cents of [0, 1, 99, 1905, 99_999_999]) {
    const { name, description, currency, interval, active } = item
    assert.deepEqual(fieldsOf(draftOf({ ...item, price_cents }), item), {
      name,
      description,
      price_cents,
      currency,
      interval,
      active,
    })
  }
})

test('[peers M8] who may buy and the members’ price are sent when they changed, and checked before', () => {
  const rule = { audience: ID, hidden: true, memberAudience: ID, memberPrice: '15.00' }
  const sent = fieldsOf({ ...draftOf(item), ...rule }, item)
  const stored = {
    audience_id: ID,
    hidden_from_others: true,
    member_audience_id: ID,
    member_price_cents: 1500,
  }
  for (const [field, value] of Object.entries(stored))
    assert.equal(sent[field as keyof typeof sent], value, field)
  assert.ok(updateItemContract.input.safeParse({ itemId: ID, ...sent }).success)
  assert.deepEqual(draftOf({ ...item, ...stored }), { ...draftOf(item), ...rule })

  const off = fieldsOf(
    { ...draftOf({ ...item, ...stored }), audience: '', memberAudience: '' },
    { ...item, ...stored },
  )
  assert.deepEqual(
    [off.audience_id, off.hidden_from_others, off.member_audience_id, off.member_price_cents],
    [null, false, null, null],
  )
  const member = { price: '10.00', memberAudience: ID }
  assert.deepEqual(problemsOf({ ...member, memberPrice: '' }), ['memberPrice: Please enter a valid price'])
  assert.deepEqual(problemsOf({ ...member, memberPrice: 'ten' }), ['memberPrice: Invalid price format'])
  assert.deepEqual(problemsOf({ ...member, memberPrice: '10.00' }), [
    'memberPrice: Enter less than the price',
  ])
  assert.deepEqual(problemsOf({ ...member, memberPrice: '9.99' }), [])
  assert.deepEqual(problemsOf({ memberPrice: 'ten' }), [], 'without an audience it is not used')
})

test('a decimal comma is not a valid price, and the hint shows the probable meaning', () => {
  for (const [text, meant] of [
    ['10,50', '10.50'],
    ['€ 10,5', '10.50'],
    ['1.000,00', '1000.00'],
    ['1 234,5', '1234.50'],
    ['0,99', '0.99'],
  ] as const) {
    assert.deepEqual(problemsOf({ price: text }), ['price: Please enter a valid price'], text)
    assert.equal(commaHint(text), meant, text)
    assert.deepEqual(problemsOf({ price: meant }), [], meant)
  }
  for (const text of ['', 'ten', '1,000', '10.50', ',', '1,2,3', '-1,50x9'])
    assert.equal(commaHint(text), undefined, text)
})

test('[S5-036] the currencies begin with EUR (€), USD ($), GBP (£); the others have a name and are sorted', () => {
  const labels = CURRENCY_OPTIONS.map(({ label }) => label)
  assert.deepEqual(labels.slice(0, 3), ['EUR (€)', 'USD ($)', 'GBP (£)'])
  const others = labels.slice(3)
  assert.deepEqual(others, others.toSorted())
  assert.ok(others.includes('CHF – Swiss Franc') && others.includes('JPY – Japanese Yen'))
  for (const label of others) assert.match(label, /^[A-Z]{3} – .{3,}$/)
})

test('a price has the minor units of its currency', () => {
  for (const [price, currency, minor, shown] of [
    ['1,500', 'jpy', 1500, '1500'],
    ['12.5', 'chf', 1250, '12.50'],
    ['12.5', 'huf', 1250, '12.50'],
    ['1.23', 'kwd', 1230, '1.230'],
  ] as const) {
    const sent = fieldsOf(productDraft.parse({ ...draft, price, currency }))
    assert.deepEqual([sent.price_cents, sent.currency], [minor, currency])
    assert.equal(draftOf({ ...item, price_cents: minor, currency }).price, shown)
  }
  assert.equal(priceProblem('1.235', 'kwd'), 'The third decimal of KWD must be 0')
  assert.deepEqual(problemsOf({ price: '1.235', currency: 'kwd' }), ['price: Please enter a valid price'])
  assert.deepEqual((['eur', 'jpy', 'kwd'] as const).map(examplePrice), ['10.00', '10', '10.000'])
})

test('stock is a whole number or empty; an unchanged one is not sent, a changed one is sent with its previous value', () => {
  for (const text of ['', ' ', '0', ' 12 ', `${STOCK_MAX}`]) assert.equal(stockProblem(text), undefined, text)
  for (const text of ['-1', '1.5', 'ten', '1e3', `${STOCK_MAX + 1}`, '99999999']) {
    assert.ok(stockProblem(text), text)
    assert.deepEqual(problemsOf({ stock: text }), ['stock: Enter a whole number, or leave it empty'], text)
  }
  assert.equal(fieldsOf({ ...draft, stock: ' 12 ' }).stock, 12)
  assert.ok(!('stock' in fieldsOf(draft)))
  const change = (stock: string) => fieldsOf({ ...draftOf(item), stock }, item)
  assert.ok(!('stock' in change('7')) && !('stock_was' in change('7')))
  assert.deepEqual([change('9').stock, change('9').stock_was], [9, 7])
  assert.deepEqual([change('').stock, change('').stock_was], [null, 7])
  assert.ok(updateItemContract.input.safeParse({ itemId: ID, ...change('0') }).success)
})

test('sales while a product is edited, or its draft is stored, are not overwritten', () => {
  const stored = { draft: { ...draftOf(item), name: 'Gift voucher' }, item }
  const sold = { ...item, stock: 5 }
  const resumed = beginning(sold, stored)
  assert.ok(!('stock' in fieldsOf(resumed.draft, resumed.item)))
  const typed = fieldsOf({ ...resumed.draft, stock: '9' }, resumed.item)
  assert.deepEqual([typed.stock, typed.stock_was], [9, 7], 'the server will report that it is 5 now')
  const fresh = beginning(sold, undefined)
  assert.equal(fresh.draft.stock, '5')
  assert.ok(!('stock' in fieldsOf(fresh.draft, fresh.item)))
})

test('the list shows the stock, and how much open checkouts reserve', () => {
  for (const [stock, held, words] of [
    [null, 0, undefined],
    [0, 0, 'Sold out'],
    [3, 0, '3 in stock'],
    [3, 2, '3 in stock, 2 reserved by open checkouts'],
  ] as const)
    assert.equal(stockLabel({ stock, held }), words)
})

test('a picture is sent only if it is new, and null removes the stored one', () => {
  const picture = { url: '/item-pictures/x.webp', width: 10, height: 10 }
  const stored = { ...item, picture }
  const sent = (typed: string, from?: Item) => fieldsOf({ ...draft, picture: typed }, from).picture
  assert.equal(draftOf(stored).picture, STORED_PICTURE)
  assert.equal(sent(STORED_PICTURE, stored), undefined)
  assert.equal(sent('', stored), null)
  assert.equal(sent('', item), undefined)
  assert.equal(sent(''), undefined)
  for (const from of [stored, item, undefined])
    assert.equal(sent('data:image/webp;base64,UklGRg==', from), 'UklGRg==')
  assert.ok(!('picture' in fieldsOf(draftOf(stored), stored)))
})

test('a picture is scaled down to fit into a square, and never up', () => {
  assert.deepEqual(sizeWithin(1200, { width: 4000, height: 3000 }), { width: 1200, height: 900 })
  assert.deepEqual(sizeWithin(1200, { width: 300, height: 200 }), { width: 300, height: 200 })
  assert.deepEqual(sizeWithin(1200, { width: 1, height: 9000 }), { width: 1, height: 1200 })
})
