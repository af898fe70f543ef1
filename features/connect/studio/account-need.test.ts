import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountNeed, requirementLabels } from './account-need.ts'
import type { AccountRow } from './use-accounts.ts'

const account = (more: Partial<AccountRow>): AccountRow => ({
  mode: 'test',
  account_id: 'acct_1',
  kind: 'express',
  display_name: 'Hearth & Rye',
  details_submitted: true,
  charges_enabled: true,
  payouts_enabled: true,
  requirements: [],
  disabled_reason: null,
  ...more,
})

test('each requirement of the provider is translated once and never omitted', () => {
  assert.deepEqual(
    requirementLabels([
      'individual.verification.document',
      'person_1Abc.verification.additional_document',
      'external_account',
      'company.tax_id',
      'settings.something_new',
    ]),
    ['an identity document', 'a bank account', 'a tax or identity number', 'something new'],
  )
})

test('an account that can sell and has no open requirements shows nothing', () => {
  assert.equal(accountNeed(account({})), undefined)
})

test('upcoming requirements, ones that block sales, and a rejection are distinguished', () => {
  const upcoming = accountNeed(account({ requirements: ['external_account'] }))
  assert.deepEqual(
    [upcoming?.title, upcoming?.text],
    ['Stripe needs more information soon', 'Missing: a bank account.'],
  )
  const now = accountNeed(account({ requirements: ['external_account'], charges_enabled: false }))
  assert.match(now?.text ?? '', /Visitors cannot buy until then/)
  assert.equal(accountNeed(account({ charges_enabled: false }))?.title, 'Stripe is reviewing your details')
  const refused = accountNeed(
    account({ charges_enabled: false, disabled_reason: 'rejected.fraud', requirements: ['x'] }),
  )
  assert.deepEqual([refused?.tone, refused?.title], ['danger', 'Stripe has closed this account for payments'])
})
