import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '#testing/test-database.ts'
import { LANDING_OFFERS } from './landing-offers.ts'

test('the front page lists the plans as their table does', async () => {
  const { database } = await testDatabase()
  const rows = await database.asService('test: compare the plans', (db) =>
    db.selectFrom('bolt_plans').select(['id', 'name', 'price_cents', 'features']).orderBy('sort').execute(),
  )
  assert.deepEqual(
    LANDING_OFFERS.map(({ id, name, price, features }) => [id, name, price, features]),
    rows.map(({ id, name, price_cents, features }) => [id, name, `€${price_cents / 100}`, features]),
  )
})
