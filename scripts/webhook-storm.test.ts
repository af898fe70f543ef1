import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultsOf, webhookStorm } from './webhook-storm/run.ts'

test('[S3-024] events that arrive twice, in any order, at a server that is killed pay each order exactly once', async () => {
  const figures = await webhookStorm(80, 1, () => undefined)
  assert.deepEqual(faultsOf(figures), [], JSON.stringify(figures))
  assert.ok(figures.paidOrders > 10 && figures.refunded.orders > 0)
  assert.ok(figures.deliveries > figures.events.sent, 'some arrived twice')
})
