import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import {
  day,
  isolated,
  money,
  month,
  number,
  plainDigits,
  plural,
  setFormatLanguage,
  wholeMoney,
} from './local.ts'

afterEach(() => setFormatLanguage('en'))

/** Each language uses its own kinds of blanks. */
const plain = (text: string) => text.replaceAll(/[\s\u200f]/g, ' ').trim()

test('amounts follow the page’s language and region; English follows the product’s style', () => {
  for (const [tag, eur, yen] of [
    ['en', '€1,234.50', 'JPY 1,234'],
    ['xx', '€1,234.50', 'JPY 1,234'],
    ['de', '1.234,50 €', '1.234 ¥'],
    ['pt-PT', '1234,50 €', '1234 JP¥'],
    ['nl', '€ 1.234,50', 'JP¥ 1.234'],
    ['ja', '€1,234.50', '￥1,234'],
    ['ar-EG', '١٬٢٣٤٫٥٠ €', '١٬٢٣٤ JP¥'],
  ] as const) {
    setFormatLanguage(tag)
    assert.deepEqual([plain(money(123_450, 'eur')), plain(money(1234, 'jpy'))], [eur, yen], tag)
  }
})

test('days and months use the visitor’s time zone; text that is not a date is left out', () => {
  const iso = '2026-03-03T12:00:00Z'
  for (const [tag, date, named] of [
    ['en', '3 Mar 2026', 'March 2026'],
    ['de', '03.03.2026', 'März 2026'],
    ['ja', '2026/03/03', '2026年3月'],
  ] as const) {
    setFormatLanguage(tag)
    assert.deepEqual([day(iso), month(iso), day('never'), month('never')], [date, named, '', ''])
  }
})

test('a plural takes the form of the language, which may have six', () => {
  const forms = { one: '# sztuka', few: '# sztuki', many: '# sztuk', other: '# sztuki' }
  setFormatLanguage('pl')
  assert.deepEqual(
    [1, 2, 5, 22].map((n) => plural(n, forms)),
    ['1 sztuka', '2 sztuki', '5 sztuk', '22 sztuki'],
  )
  setFormatLanguage('ar-EG')
  assert.equal(plural(3, { few: 'بقيت # قطع', other: '' }), 'بقيت ٣ قطع')
  assert.equal(number(1200), '١٬٢٠٠')
  setFormatLanguage('ja')
  assert.equal(plural(1, { other: '残り # 点' }), '残り 1 点')
})

test('digits of other scripts are converted, and values of the other direction are isolated', () => {
  assert.equal(
    plainDigits('٠١٢٣٤٥٦٧٨٩ ۰۱۲۳۴۵۶۷۸۹ ０１２３４５６７８９ a1'),
    '0123456789 0123456789 0123456789 a1',
  )
  assert.equal(isolated('a'), '\u2068a\u2069')
})

test('whole amounts omit zero decimals', () => {
  const amounts = [wholeMoney(1900, 'eur'), wholeMoney(1950, 'eur'), wholeMoney(1900, 'jpy')]
  assert.deepEqual(amounts, ['€19', '€19.50', 'JPY 1,900'])
  setFormatLanguage('de')
  assert.deepEqual([wholeMoney(1900, 'eur'), wholeMoney(1950, 'eur')].map(plain), ['19 €', '19,50 €'])
})
