import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultsOf, webhookStorm } from './webhook-storm/run.ts'

test('[S3-024] events that come twice, in any order and to a server that is killed pay each order once, to the cent', async () => {
  const figures = await webhookStorm(80, 1, () => undefined)
  assert.deepEqual(faultsOf(figures), [], JSON.stringify(figures))
  assert.ok(figures.paidOrders > 10 && figures.refunded.orders > 0)
  assert.ok(figures.deliveries > figures.events.sent, 'some came twice')
})
