import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refundOrderContract } from '../contract.ts'
import { refundCents, refundDraft, refundProblem, wholeRefund } from './refund-draft.ts'

const order = { refundable: 1250, currency: 'eur' }

test('a refund defaults to everything that is left', () => {
  assert.equal(wholeRefund(order).amount, '12.50')
  assert.equal(refundCents('12.50', order), 1250)
  assert.equal(refundCents('0.01', order), 1)
  assert.equal(wholeRefund({ refundable: 500, currency: 'jpy' }).amount, '500')
  assert.equal(refundCents('500', { refundable: 500, currency: 'jpy' }), 500)
})

test('an amount that cannot be refunded shows a message', () => {
  const problems: Record<string, string> = {
    '12.51': 'At most €12.50 can be refunded',
    '12,50': 'Invalid price format',
    '-1': 'Invalid price format',
    '': 'Invalid price format',
    '0': 'Enter an amount',
    '0.001': 'Enter an amount',
  }
  for (const [amount, problem] of Object.entries(problems)) {
    assert.equal(refundCents(amount, order), undefined, amount)
    assert.equal(refundProblem(amount, order), problem, amount)
    const { error } = refundDraft(order).safeParse({ amount, reason: '' })
    assert.deepEqual(
      error?.issues.map(({ message }) => message),
      [problem],
      amount,
    )
  }
})

test('a refund in a currency with three decimals ends with a 0, as the provider requires', () => {
  const dinars = { refundable: 5120, currency: 'kwd' }
  assert.equal(refundCents('1.23', dinars), 1230)
  assert.equal(refundCents('1.235', dinars), undefined)
  assert.equal(refundProblem('1.235', dinars), 'The third decimal of KWD must be 0')
})

test('the server accepts what the form accepts', () => {
  const draft = refundDraft(order).parse({ amount: '5', reason: 'duplicate' })
  const sent = {
    orderId: '0198c1a2-0000-7000-8000-000000000001',
    amount: refundCents(draft.amount, order),
    reason: draft.reason || undefined,
  }
  assert.ok(refundOrderContract.input.safeParse(sent).success)
})
