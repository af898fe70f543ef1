import assert from 'node:assert/strict'
import { test } from 'node:test'
import { currentAccount, paymentsLabel } from './payments-label.ts'

test('[S2-126] the label is `Connected...` while the name is loading', () => {
  assert.equal(paymentsLabel({ state: 'loading' }), 'Connected...')
})

test('[S2-127] the label is `Connected` when the name cannot be loaded', () => {
  assert.equal(paymentsLabel({ state: 'failed' }), 'Connected')
})

test('[S2-128] [S2-129] otherwise it names the account, with `(test)` in test mode only', () => {
  const named = { state: 'named', display_name: 'Hearth & Rye' } as const
  assert.equal(paymentsLabel({ ...named, mode: 'test' }), 'Connected (Hearth & Rye) (test)')
  assert.equal(paymentsLabel({ ...named, mode: 'live' }), 'Connected (Hearth & Rye)')
})

test('[S4-047] connected depends on the account of the current mode alone', () => {
  const tenant = { id: '1', name: 'x', stripe_account_id_test: 'acct_1', stripe_account_id_live: null }
  assert.equal(currentAccount({ ...tenant, stripe_mode: 'test' }), 'acct_1')
  assert.equal(currentAccount({ ...tenant, stripe_mode: 'live' }), null)
})
