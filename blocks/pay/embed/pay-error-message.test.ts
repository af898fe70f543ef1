import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { CHECKOUT_AWAY, orderErrors } from '#features/orders/errors.ts'
import { CallError, noConnection } from '#kernel/browser/call.ts'
import { commonErrors } from '#kernel/errors.ts'
import { serverErrors } from '#services/functions/errors.ts'
import { payErrorMessage } from './pay-error-message.ts'
import { texts as english } from './texts/en.ts'
import { language } from './texts/spoken.ts'

afterEach(() => language.speak('en'))

const refused = (code: string, message: string) => new CallError(409, code, message, message)
const { cannot_sell, already_subscribed, checkout_busy, too_many_held, not_chargeable, site_not_listed } =
  orderErrors
const { currency_refused, order_not_found, no_receipt, not_recurring, shop_away } = orderErrors
/** Errors of visitors' calls, except those that pay-page.tsx explains with a product's name. */
const OURS = [
  cannot_sell,
  already_subscribed,
  checkout_busy,
  too_many_held,
  not_chargeable,
  currency_refused,
  site_not_listed,
  order_not_found,
  no_receipt,
  not_recurring,
  shop_away,
  commonErrors.too_many_requests,
  commonErrors.session_ended,
  serverErrors.conflict,
].map((make) => make())

test('in English, errors show the server’s exact message', () => {
  const { network, payments_unavailable, ...codes } = english.errors.codes
  const said = Object.fromEntries(OURS.map(({ code, message }) => [code, message]))
  assert.deepEqual(codes, said)
  assert.equal(payments_unavailable, CHECKOUT_AWAY)
  assert.equal(payErrorMessage(noConnection()), network)
  assert.equal(network, noConnection().message)
})

test('in another language, no error is shown in English', async () => {
  await language.load('de')
  language.speak('de')
  const failures = [
    ...OURS.map(({ code, message }) => refused(code, message)),
    refused('payments_unavailable', CHECKOUT_AWAY),
    refused('payments_refused', CHECKOUT_AWAY),
    noConnection(),
    new TypeError('x is undefined'),
  ]
  for (const why of failures) assert.notEqual(payErrorMessage(why), why.message)
  assert.equal(
    payErrorMessage(refused('checkout_busy', 'x')),
    'Dafür ist noch eine andere Kasse offen. Bitte versuchen Sie es gleich noch einmal.',
  )
  assert.equal(
    payErrorMessage(refused('payments_refused', CHECKOUT_AWAY)),
    payErrorMessage(refused('payments_unavailable', 'x')),
  )
})

test('the provider’s own message is shown as it is, and so is an error without a text here', () => {
  const message = 'The total amount must add up to at least 50 cents.'
  assert.equal(payErrorMessage(refused('payments_refused', message)), message)
  assert.equal(payErrorMessage(refused('constructor', message)), message)
  assert.equal(
    payErrorMessage(new CallError(500, 'internal', 'The server answered 500'), 'Not now.'),
    'Not now.',
  )
})
