import assert from 'node:assert/strict'
import { test } from 'node:test'
import Stripe from 'stripe'
import { AppError } from '../errors.ts'
import { providerError, refusesCurrency } from './provider-error.ts'

const OURS = 'The checkout cannot be reached right now.'
const { StripeInvalidRequestError, StripePermissionError, StripeAuthenticationError, StripeAPIError } =
  Stripe.errors
const told = (error: unknown) => {
  const { status, code, message } = providerError(error, OURS)
  return { status, code, message }
}
type Kind = new (raw: ConstructorParameters<typeof StripeInvalidRequestError>[0]) => Error
const failed = (kind: Kind, message: string) => new kind({ message, type: 'invalid_request_error' } as never)

test('the provider’s message about a request is shown to users', () => {
  const words = 'The total amount must add up to at least 50 cents.'
  assert.deepEqual(told(failed(StripeInvalidRequestError, words)), {
    status: 409,
    code: 'payments_refused',
    message: words,
  })
})

test('a message that names a key, an account or an object never reaches a visitor', () => {
  const revoked =
    "The provided key 'sk_test_********************Qx7Y' does not have access to account 'acct_1PrivateCanary' (or that account does not exist). Application access may have been revoked."
  for (const words of [
    revoked,
    "No such account: 'acct_1PrivateCanary'",
    "No such checkout.session: 'cs_test_a1PrivateCanary'",
    'Invalid API Key provided: rk_live_****Qx7Y',
    'See https://dashboard.stripe.com/logs/req_PrivateCanary',
  ]) {
    const { status, code, message } = told(failed(StripeInvalidRequestError, words))
    assert.deepEqual([status, code, message], [409, 'payments_refused', OURS], words)
  }
  assert.deepEqual(told(failed(StripePermissionError, revoked)), {
    status: 409,
    code: 'payments_refused',
    message: OURS,
  })
  assert.equal(told(failed(StripePermissionError, 'This key may not do that.')).message, OURS)
})

test('an outage or missing permission has our own message and says when to retry', () => {
  for (const kind of [StripeAuthenticationError, StripeAPIError]) {
    const error = providerError(failed(kind, 'Invalid API Key provided: sk_test_****Qx7Y'), OURS)
    assert.deepEqual([error.status, error.code, error.message], [503, 'payments_unavailable', OURS])
    assert.equal(error.headers['retry-after'], '5')
  }
})

test('our own refusal is unchanged, and any other error is a fault with our message', () => {
  const own = new AppError('cannot_sell', 409, 'This shop cannot take payments yet.')
  assert.equal(providerError(own, OURS), own)
  assert.deepEqual(told(new TypeError('x')), { status: 500, code: 'internal', message: OURS })
})

test('a refusal of the currency is recognized by its parameter or its message, and nothing else is', () => {
  const refused = (param: string | undefined, message: string) =>
    refusesCurrency(new StripeInvalidRequestError({ message, param, type: 'invalid_request_error' } as never))
  assert.ok(refused('line_items[0][price_data][currency]', 'This account does not support it.'))
  assert.ok(refused('currency', 'Invalid currency: zzz. Stripe currently supports these currencies: usd'))
  assert.ok(refused(undefined, 'Invalid currency: zzz.'))
  assert.ok(!refused('line_items[0][price_data][unit_amount]', 'The amount is too small in this currency'))
  assert.ok(!refusesCurrency(new Error('Invalid currency: zzz.')))
})
