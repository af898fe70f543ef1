import assert from 'node:assert/strict'
import { test } from 'node:test'
import { costText, mostCost, priceOf, typedPrice } from './cost.ts'

test('amounts have two decimals, small ones four, and none is shown as free that is not', () => {
  assert.equal(costText(null), '–')
  assert.equal(costText(0), '0.00')
  assert.equal(costText(12_345_678), '12.35')
  assert.equal(costText(123_456), '0.1235')
  assert.equal(costText(500_000), '0.50')
  assert.equal(costText(3), '< 0.0001')
})

test('the most that a budget costs is at the higher price, rounded up', () => {
  const prices = { price_in: 150_000, price_out: 600_000 }
  assert.equal(mostCost(2_000_000, prices), 1_200_000)
  assert.equal(mostCost(1, prices), 1)
  assert.equal(mostCost(2_000_000, { price_in: null, price_out: null }), null)
  assert.equal(mostCost(1_000_000, { price_in: 150_000, price_out: null }), 150_000)
})

test('a price is typed with a point or a comma, up to 1,000', () => {
  assert.equal(priceOf('0.15'), 150_000)
  assert.equal(priceOf(' 2,5 '), 2_500_000)
  assert.equal(priceOf('1000'), 1_000_000_000)
  assert.equal(priceOf(''), null)
  for (const typed of ['1001', '-1', '0.1234567', 'free', '1e3'])
    assert.equal(priceOf(typed), undefined, typed)
  for (const typed of ['0.15', '2.5', '1000', '']) assert.equal(typedPrice(priceOf(typed)!), typed)
})
