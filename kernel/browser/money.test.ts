import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_PRICE_CENTS, currencyExponent, formatPrice, isChargeable } from './money.ts'
import { decimalSign, parsePrice, typedAmount } from './typed-money.ts'

const cents = (text: string) => {
  const read = parsePrice(text)
  return 'cents' in read ? read.cents : read.error
}

test('[S5-014] [S5-015] [S5-017] [S9-012] [H10] symbols and commas are stripped and the rest becomes exact cents', () => {
  const read: Record<string, number> = {
    '10': 1000,
    '10.00': 1000,
    '€10.00': 1000,
    '$ 10.5': 1050,
    '£1,234.56': 123_456,
    '1,000': 100_000,
    '123,456.7': 12_345_670,
    '.5': 50,
    '5.': 500,
    '0': 0,
    '0.00': 0,
    '007': 700,
    // Where binary fractions go wrong by a cent.
    '1.005': 101,
    '10.005': 1001,
    '8.325': 833,
    '4.35': 435,
    '0.29': 29,
    '19.99': 1999,
    '0.004': 0,
    '0.005': 1,
    '0.0049': 0,
    '999999.99': MAX_PRICE_CENTS,
    '  10 ': 1000,
  }
  for (const [text, expected] of Object.entries(read)) assert.equal(cents(text), expected, text)
})

test('[S5-016] [S5-018] [H10] text that is not a price, or not one a card can pay, is Invalid price format', () => {
  const refused = [
    '',
    ' ',
    '€',
    ',',
    '.',
    '-1',
    '-0.01',
    '+1',
    '1e3',
    '1e309',
    'NaN',
    'Infinity',
    '0x10',
    'ten',
    '10 EUR',
    '1.2.3',
    '10..5',
    '１０',
    '١٠',
    '1_000',
    '10;',
    '1000000',
    '999999.995',
    '21474836.48',
    '2147483648',
    '9'.repeat(400),
    `0.${'1'.repeat(400)}`,
    '10\0',
    'null',
    '¥10',
    // A decimal or misplaced comma must never yield a hundred times the price.
    '10,50',
    '10,5',
    '1.000,00',
    '0,99',
    '1,00',
    '1000,000',
    '1,000,0',
    '1,0000',
    ',500',
    '1,000,000.00',
  ]
  for (const text of refused) assert.equal(cents(text), 'Invalid price format', text)
})

test('[S9-013] [S9-014] [S9-015] [S9-017] [S9-018] amounts are formatted for readers', () => {
  const shown: [minor: number, currency: string, text: string][] = [
    [1000, 'eur', '€10.00'],
    [999, 'usd', '$9.99'],
    [0, 'gbp', '£0.00'],
    [5, 'eur', '€0.05'],
    [123_450, 'usd', '$1,234.50'],
    [123_456_789, 'usd', '$1,234,567.89'],
    [MAX_PRICE_CENTS, 'eur', '€999,999.99'],
    [1000, 'EUR', '€10.00'],
    [1000, 'chf', 'CHF 10.00'],
    [500, 'jpy', 'JPY 500'],
    [1234, 'kwd', 'KWD 1.234'],
  ]
  for (const [minor, currency, text] of shown) assert.equal(formatPrice(minor, currency), text)
})

test('every typed amount is shown unchanged', () => {
  for (const amount of [0, 1, 9, 10, 99, 100, 101, 1005, 28_999, 123_456, 99_999_998, MAX_PRICE_CENTS])
    assert.equal(cents(formatPrice(amount, 'eur')), amount)
})

test('amounts are parsed and formatted with as many decimals as their currency has', () => {
  const read: [text: string, currency: string, minor: number][] = [
    ['500', 'jpy', 500],
    ['1,500', 'jpy', 1500],
    ['499.5', 'jpy', 500],
    ['1.234', 'kwd', 1234],
    ['1.2345', 'kwd', 1235],
    ['12.5', 'usd', 1250],
    ['1,250.5', 'huf', 125_050],
  ]
  for (const [text, currency, minor] of read)
    assert.deepEqual(parsePrice(text, currency), { cents: minor }, `${text} ${currency}`)
  for (const [minor, currency, text] of [
    [500, 'jpy', '500'],
    [1234, 'kwd', '1.234'],
    [1905, 'eur', '19.05'],
  ] as const) {
    assert.equal(typedAmount(minor, currency), text)
    assert.deepEqual(parsePrice(text, currency), { cents: minor })
  }
})

test('with a decimal comma, prices are read as the language writes them, and ambiguous ones are refused', () => {
  const read = (text: string, currency = 'eur') => {
    const price = parsePrice(text, currency, ',')
    return 'cents' in price ? price.cents : price.error
  }
  for (const [text, expected] of Object.entries({
    '45,50': 4550,
    '45,5 €': 4550,
    '45.50': 4550,
    '1.234,50': 123_450,
    '1 234,50': 123_450,
    '1,234.50': 123_450,
    '1.234.567': 'Invalid price format',
    '12.345,67': 1_234_567,
    '1.234': 'Invalid price format',
    '1,234': 'Invalid price format',
    '12,34,56': 'Invalid price format',
    ',5': 50,
    '45': 4500,
    ',': 'Invalid price format',
  }))
    assert.equal(read(text), expected, text)
  assert.equal(read('1,234', 'kwd'), 1234)
  assert.equal(typedAmount(1905, 'eur', ','), '19,05')
  assert.deepEqual(parsePrice('45,50', 'eur', '.'), { error: 'Invalid price format' })
})

test('the decimal sign is that of the browser’s language', (t) => {
  assert.equal(decimalSign(), '.')
  const given = globalThis.navigator
  t.after(() => {
    Object.defineProperty(globalThis, 'navigator', { value: given, configurable: true })
    Reflect.deleteProperty(globalThis, 'document')
  })
  Object.assign(globalThis, { document: {} })
  for (const [language, sign] of [
    ['de', ','],
    ['fr-CA', ','],
    ['en-GB', '.'],
    ['de-CH', '.'],
    ['en-US@posix', '.'],
  ] as const) {
    Object.defineProperty(globalThis, 'navigator', { value: { language }, configurable: true })
    assert.equal(decimalSign(), sign, language)
  }
})

test('currencies have their own number of decimals', () => {
  assert.deepEqual(['eur', 'jpy', 'kwd', 'isk', 'HUF', 'JPY'].map(currencyExponent), [2, 0, 3, 0, 2, 0])
})

test('[H10] the provider accepts whole minor units up to eight digits, and three decimals must end with a 0', () => {
  const taken: [number, string, boolean][] = [
    [0, 'eur', true],
    [1, 'jpy', true],
    [MAX_PRICE_CENTS, 'eur', true],
    [MAX_PRICE_CENTS + 1, 'eur', false],
    [-1, 'eur', false],
    [10.5, 'eur', false],
    [Number.NaN, 'eur', false],
    [5120, 'kwd', true],
    [5125, 'kwd', false],
    [5125, 'jpy', true],
  ]
  for (const [minor, currency, expected] of taken)
    assert.equal(isChargeable(minor, currency), expected, `${minor} ${currency}`)
})
