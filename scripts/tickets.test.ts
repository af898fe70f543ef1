import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultsOf, ticketRush } from './tickets/run.ts'

test('[I01] [R01] far more buyers than seats, with kills: every seat is sold once, every payment has its tickets or its money', async () => {
  const figures = await ticketRush(
    { rounds: 1, buyers: 40, seats: 6, trials: 12, mostKills: 2 },
    () => undefined,
  )
  assert.deepEqual(faultsOf(figures), [], JSON.stringify(figures))
  assert.ok(figures.kills.server + figures.kills.postgres > 0, 'something was killed')
})
