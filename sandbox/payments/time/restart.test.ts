import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openBench } from '../test-bench.ts'
import { openBilling, period } from '../billing-bench.ts'

test('a moved clock and the work it triggered survive a restart', async () => {
  const data = mkdtempSync(join(tmpdir(), 'sandbox-'))
  try {
    const first = await openBench({ data })
    const billing = await openBilling(first)
    const { id } = await billing.trial((await first.stripe.customers.create({})).id)
    await billing.advance(3, 60)
    await first.close()

    const second = await openBench({ data })
    const { now } = await second.control<{ now: string }>('clock')
    const paid = await second.stripe.subscriptions.retrieve(id)
    assert.equal(paid.status, 'active')
    assert.ok(Date.parse(now) / 1000 >= period(paid)[0], 'its month has started by the current clock')
    await second.control('clock', { advanceSeconds: 32 * 24 * 60 * 60 })
    assert.equal((await second.stripe.invoices.list({ subscription: id })).data.length, 3)
    await second.close()
  } finally {
    rmSync(data, { recursive: true })
  }
})
