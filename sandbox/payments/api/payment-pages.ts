import { Hono } from 'hono'
import type { Context } from 'hono'
import { transaction } from '../../database.ts'
import type { StoredMethod } from '../payment-methods/payment-methods.ts'
import { cardError } from '../payment-methods/card-error.ts'
import { methodNamed } from '../payment-methods/payment-methods.ts'
import { expireDueSessions } from '../objects/checkout-sessions.ts'
import { paySession, sessionAt } from '../pages/checkout-payment.ts'
import type { CheckoutState } from '../pages/checkout-payment.ts'
import type { Scope, World } from '../world.ts'
import { answerOf } from './api.ts'
import { scopeOf } from './credentials.ts'
import { ApiError, invalid, missing } from './errors.ts'
import { parseForm } from './params.ts'

/**
 * The calls with which the official command line tool finishes a Checkout: it reads the page of a session and
 * confirms it with a payment method. The client libraries lack these calls, so the contract does not describe
 * them.
 */
export function createPaymentPages(world: World): Hono {
  const app = new Hono()

  const serve = async (c: Context, work: (state: CheckoutState) => object | Promise<object>) => {
    try {
      const scope = scopeOf(world, c.req.raw.headers)
      return c.json(await work(openSession(world, scope, c.req.param('session') ?? '')))
    } catch (error) {
      const { status, body, headers = {} } = answerOf(error)
      return c.body(body, status as 400, { 'content-type': 'application/json', ...headers })
    }
  }

  app.get('/v1/payment_pages/:session', (c) => serve(c, (state) => shown(state)))

  app.post('/v1/payment_pages/:session/confirm', (c) =>
    serve(c, async (state) => {
      const params = parseForm(await c.req.text())
      const { session, scope } = state
      if (session.status !== 'open') throw invalid(`This Checkout Session is ${session.status}.`)
      if (Number(params['expected_amount']) !== session.amount_total)
        throw invalid(
          `The amount is ${session.amount_total}, not the expected one.`,
          'expected_amount',
          'checkout_amount_mismatch',
        )
      const id = params['payment_method']
      if (typeof id !== 'string')
        throw invalid('Missing required param: payment_method.', 'payment_method', 'parameter_missing')
      const refused = transaction(world.database, () =>
        confirm(world, state, methodNamed(world, scope, id, 'payment_method')),
      )
      world.deliveries.wake()
      if (refused) throw refused
      return shown(state)
    }),
  )
  return app
}

function openSession(world: World, scope: Scope, id: string): CheckoutState {
  expireDueSessions(world)
  const state = sessionAt(world, id)
  const { livemode, account } = state?.scope ?? {}
  if (!state || livemode !== scope.livemode || account !== scope.account) throw missing('payment_page', id)
  return state
}

function confirm(world: World, state: CheckoutState, method: StoredMethod): ApiError | undefined {
  const { card } = method.hidden
  const outcome = paySession(world, state, { ...card, email: state.email ?? card.email ?? null })
  if (outcome.is === 'declined') return cardError(outcome.refusal)
  if (outcome.is === 'requires_action')
    return new ApiError(400, {
      type: 'invalid_request_error',
      code: 'payment_intent_authentication_required',
      message: 'The bank asks the buyer first; open the page of the session.',
    })
  return undefined
}

function shown({ session, email }: CheckoutState): object {
  return {
    id: session.id,
    object: 'payment_page',
    amount_total: session.amount_total,
    currency: session.currency,
    customer_email: email,
    livemode: session.livemode,
    mode: session.mode,
    payment_status: session.payment_status,
    session_id: session.id,
    status: session.status,
  }
}
