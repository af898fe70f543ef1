import { Hono } from 'hono'
import type { Context } from 'hono'
import { html } from 'hono/html'
import { transaction } from '../../database.ts'
import { alert, field, page, pageHeaders } from '../../page.ts'
import { expireDueSessions } from '../objects/checkout-sessions.ts'
import { moneyText } from '../objects/money.ts'
import type { World } from '../world.ts'
import { answerChallenge, payFree, paySession, sessionAt, sellerName } from './checkout-payment.ts'
import type { CheckoutState } from './checkout-payment.ts'
import { readCardForm } from './card-form.ts'
import type { CardForm } from './card-form.ts'

/** The hosted page of a Checkout Session: `/c/pay/{cs}`, and the bank's challenge after it. */
export function createCheckoutPages(world: World): Hono {
  const app = new Hono()

  const open = async (c: Context): Promise<CheckoutState | Response> => {
    expireDueSessions(world)
    const state = sessionAt(world, c.req.param('session') ?? '')
    if (!state)
      return c.html(
        gone('This page does not exist', 'The address names no Checkout Session of this sandbox.'),
        404,
        pageHeaders,
      )
    if (state.session.status === 'complete') return c.redirect(successUrl(state), 303)
    if (state.session.status === 'expired')
      return c.html(
        gone(
          'This checkout has expired',
          'Nothing was charged. Go back to the shop to start again.',
          state.session.cancel_url,
        ),
        410,
        pageHeaders,
      )
    return state
  }

  app.get('/c/pay/:session', async (c) => {
    const state = await open(c)
    return state instanceof Response ? state : c.html(checkoutPage(world, state, {}), 200, pageHeaders)
  })

  app.post('/c/pay/:session', async (c) => {
    const body = await c.req.parseBody()
    const state = await open(c)
    if (state instanceof Response) return state
    const form = readCardForm(body, state.email, world.clock.milliseconds(), state.session.amount_total !== 0)
    if (Object.keys(form.errors).length > 0) return c.html(checkoutPage(world, state, form), 422, pageHeaders)
    const outcome = transaction(world.database, () =>
      form.card ? paySession(world, state, form.card) : payFree(world, state, form.email),
    )
    world.deliveries.wake()
    if (outcome.is === 'requires_action') return c.redirect(`/c/pay/${state.session.id}/challenge`, 303)
    if (outcome.is === 'declined')
      return c.html(
        checkoutPage(world, state, { ...form, message: outcome.refusal.message }),
        402,
        pageHeaders,
      )
    return c.redirect(successUrl(state), 303)
  })

  app.get('/c/pay/:session/challenge', async (c) => {
    const state = await open(c)
    if (state instanceof Response) return state
    return state.waitsForChallenge
      ? c.html(challengePage(state), 200, pageHeaders)
      : c.redirect(`/c/pay/${state.session.id}`, 303)
  })

  app.post('/c/pay/:session/challenge', async (c) => {
    const body = await c.req.parseBody()
    const state = await open(c)
    if (state instanceof Response) return state
    if (!state.waitsForChallenge) return c.redirect(`/c/pay/${state.session.id}`, 303)
    const outcome = transaction(world.database, () =>
      answerChallenge(world, state, body['answer'] === 'complete'),
    )
    world.deliveries.wake()
    if (outcome.is === 'declined')
      return c.html(checkoutPage(world, state, { message: outcome.refusal.message }), 402, pageHeaders)
    return c.redirect(successUrl(state), 303)
  })
  return app
}

function successUrl({ session }: CheckoutState): string {
  return session.success_url!.replaceAll('{CHECKOUT_SESSION_ID}', session.id)
}

function gone(title: string, text: string, back?: string | null): ReturnType<typeof page> {
  return page(
    title,
    html`<h1>${title}</h1>
      <p>${text}</p>
      ${back ? html`<p><a href="${back}">Back</a></p>` : ''}`,
  )
}

function checkoutPage(
  world: World,
  state: CheckoutState,
  form: Partial<CardForm> & { message?: string },
): ReturnType<typeof page> {
  const { session, hidden, email } = state
  const amount = moneyText(session.amount_total ?? 0, session.currency ?? 'usd')
  const { values = {}, errors = {} } = form
  const free = session.amount_total === 0
  const title = `${form.message || Object.keys(errors).length > 0 ? 'Problem: ' : ''}Pay ${sellerName(world, state)}`
  return page(
    title,
    html`
      <h1>Pay ${sellerName(world, state)}</h1>
      <table>
        <caption class="hint">
          Your order
        </caption>
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col" class="amount">Amount</th>
          </tr>
        </thead>
        <tbody>
          ${hidden.lineItems.map(
            (one) =>
              html`<tr>
                <td>${one.description}${(one.quantity ?? 1) > 1 ? ` × ${one.quantity}` : ''}</td>
                <td class="amount">${moneyText(one.amount_total, one.currency)}</td>
              </tr>`,
          )}
          <tr>
            <th scope="row">Total</th>
            <td class="amount">${amount}</td>
          </tr>
        </tbody>
      </table>
      ${alert(form.message ?? (Object.keys(errors).length > 0 ? 'Check the marked fields.' : undefined))}
      <form method="post" action="/c/pay/${session.id}" novalidate>
        ${field({
          name: 'email',
          label: 'Email',
          value: email ?? values.email ?? '',
          error: errors.email,
          autocomplete: 'email',
          inputmode: 'email',
          readonly: email !== null,
        })}
        ${
          free
            ? ''
            : html`${field({ name: 'number', label: 'Card number', value: values.number ?? '', error: errors.number, autocomplete: 'cc-number', inputmode: 'numeric', placeholder: '4242 4242 4242 4242' })}
                <div class="pair">
                  ${field({ name: 'expiry', label: 'Expiry', value: values.expiry ?? '', error: errors.expiry, autocomplete: 'cc-exp', inputmode: 'numeric', placeholder: 'MM / YY' })}
                  ${field({ name: 'cvc', label: 'CVC', value: values.cvc ?? '', error: errors.cvc, autocomplete: 'cc-csc', inputmode: 'numeric', placeholder: '123' })}
                </div>
                ${field({ name: 'name', label: 'Name on card', value: values.name ?? '', error: errors.name, autocomplete: 'cc-name' })}`
        }
        <button class="main">Pay ${amount}</button>
      </form>
      ${session.cancel_url ? html`<p><a href="${session.cancel_url}">Back</a></p>` : ''}
    `,
  )
}

function challengePage({ session }: CheckoutState): ReturnType<typeof page> {
  const amount = moneyText(session.amount_total ?? 0, session.currency ?? 'usd')
  return page(
    'Confirm your payment',
    html`<h1>Confirm your payment</h1>
      <p>Sandbox Bank asks: did you start this payment of ${amount}?</p>
      <form method="post">
        <button class="main" name="answer" value="complete">Complete authentication</button>
        <button name="answer" value="fail">Fail authentication</button>
      </form>`,
  )
}
