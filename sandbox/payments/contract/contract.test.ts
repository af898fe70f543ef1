import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { handlers } from '../api/handlers.ts'
import { checkEvent, checkParams, checkResult, operations } from './contract.ts'
import { complete, completeType } from './skeleton.ts'

const operation = (id: string): (typeof operations)[string] => operations[id]!

describe('the contract check', () => {
  test('every supported operation is in the contract', () => {
    for (const id of Object.keys(handlers)) assert.ok(operations[id], id)
    assert.ok(Object.keys(operations).length >= 68)
  })

  test('an empty skeleton of every supported response is valid, and invalid once a nested field is wrong', () => {
    const session = complete<Record<string, unknown>>('checkout.sessions.retrieve', { id: 'cs_1' })
    const read = operation('checkout.sessions.retrieve')
    assert.deepEqual(checkResult(read, session), [])
    const wrong = { ...session, total_details: { amount_discount: '0', amount_shipping: 0, amount_tax: 0 } }
    assert.equal(checkResult(read, wrong)[0]?.param, 'total_details[amount_discount]')
    const { livemode: _, ...short } = session
    assert.deepEqual(checkResult(read, short).map((one) => [one.keyword, one.param]), [['required', 'livemode']])
    for (const id of ['accounts.retrieve', 'charges.retrieve', 'refunds.create', 'prices.retrieve', 'v2.core.accounts.create'])
      assert.deepEqual(checkResult(operation(id), complete(id, {})), [], id)
  })

  test('lists are checked item by item', () => {
    const list = { object: 'list', url: '/v1/refunds', has_more: false, data: [complete('refunds.create', { id: 're_1' })] }
    assert.deepEqual(checkResult(operation('refunds.list'), list), [])
    assert.notDeepEqual(checkResult(operation('refunds.list'), { ...list, data: [{ id: 're_1' }] }), [])
    assert.notDeepEqual(checkResult(operation('refunds.list'), { ...list, has_more: 'no' }), [])
  })

  test('form values are converted, JSON values are not', () => {
    const form: Record<string, unknown> = { amount: '500', refund_application_fee: 'true', metadata: { n: '007' } }
    assert.deepEqual(checkParams(operation('refunds.create'), form), [])
    assert.deepEqual(form, { amount: 500, refund_application_fee: true, metadata: { n: '007' } })
    assert.equal(checkParams(operation('refunds.create'), { amount: 'much' })[0]?.param, 'amount')
    const json = { configuration: { merchant: { capabilities: { card_payments: { requested: 'true' } } } } }
    assert.ok(checkParams(operation('v2.core.accounts.create'), json).length > 0)
  })

  test('events are checked by their type', () => {
    const charge = completeType<object>('Charges..Charge', { id: 'ch_1' })
    assert.deepEqual(checkEvent('charge.refunded', charge), [])
    assert.ok(checkEvent('refund.updated', charge).length > 0)
    assert.throws(() => checkEvent('charge.invented', charge), /has no event charge\.invented/)
  })
})
