import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CURRENCIES } from './currencies.ts'
import { currencyExponent, formatPrice } from './money.ts'
import { parsePrice } from './typed-money.ts'

test('the list begins with the three currencies of the spec; the others are sorted and occur once', () => {
  assert.deepEqual(CURRENCIES.slice(0, 3), ['eur', 'usd', 'gbp'])
  const others = CURRENCIES.slice(3)
  assert.deepEqual(others, [...new Set(others)].toSorted())
  for (const code of CURRENCIES) assert.match(code, /^[a-z]{3}$/)
  assert.equal(CURRENCIES.length, 135)
})

test('currencies with special rules and replaced ones are left out', () => {
  for (const code of ['isk', 'ugx', 'bgn', 'ang', 'std', 'hrk', 'xau', 'xts'])
    assert.ok(!(CURRENCIES as readonly string[]).includes(code), code)
})

test('this runtime knows each currency by name', () => {
  const names = new Intl.DisplayNames('en', { type: 'currency', fallback: 'none' })
  for (const code of CURRENCIES) assert.ok(names.of(code.toUpperCase()), code)
})

test('an amount that is shown can be typed, in every currency', () => {
  for (const code of CURRENCIES) {
    const minor = 1230 * 10 ** Math.max(0, currencyExponent(code) - 2)
    const shown = formatPrice(minor, code).replace(/^[A-Z]{3} /, '')
    assert.deepEqual(parsePrice(shown, code), { cents: minor }, `${shown} ${code}`)
  }
})
