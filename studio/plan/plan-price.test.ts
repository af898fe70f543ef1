import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planPriceText } from './plan-price.ts'

const price = (price_cents: number, interval = 'month') => planPriceText({ price_cents, interval })

test('[S2-302] a price shows euros and the interval, and cents only if there are any', () => {
  assert.equal(price(1900), '€19/month')
  assert.equal(price(5900), '€59/month')
  assert.equal(price(1950), '€19.50/month')
  assert.equal(price(123_400, 'year'), '€1,234/year')
})

test('[S2-303] a price of zero reads Free', () => {
  assert.equal(price(0), 'Free')
  assert.equal(price(1), '€0.01/month')
})
