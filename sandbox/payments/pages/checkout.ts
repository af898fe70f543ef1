import { Hono } from 'hono'
import type { Context } from 'hono'
import { html } from 'hono/html'
import { transaction } from '../../database.ts'
import { alert, field } from '../../page.ts'
import { expireDueSessions } from '../objects/checkout-sessions.ts'
import { moneyText } from '../objects/money.ts'
import type { World } from '../world.ts'
import { answerChallenge, payFree, paySession, sessionAt } from './checkout-payment.ts'
import type { CheckoutState } from './checkout-payment.ts'
import { checkoutCopy, rateText } from './checkout-copy.ts'
import { cardFields } from './card-fields.ts'
import { readCardForm } from './card-form.ts'
import type { CardForm } from './card-form.ts'
import { pathOf, returnAddress, show, showEnd } from './checkout-shell.ts'

/**
 * The page of a Checkout Session, with the bank's challenge: `/c/pay/{cs}` standalone, `/c/embed/{secret}` in
 * a frame on a third-party page.
 */
export function createCheckoutPages(world: World): Hono {
  const app = new Hono()

  const open = async (c: Context): Promise<CheckoutState | Response> => {
    expireDueSessions(world)
    const state = sessionNamed(world, c.req.param())
    if (!state)
      return show(
        c,
        undefined,
        ...gone('This page does not exist', 'The address names no Checkout Session of this sandbox.'),
        404,
      )
    const { session } = state
    if (session.status === 'complete') return showEnd(c, session)
    if (session.status === 'expired')
      return show(
        c,
        session,
        ...gone(
          'This checkout has expired',
          'Nothing was charged. Go back to the shop to start again.',
          session.cancel_url,
        ),
        410,
      )
    return state
  }
  const again = (c: Context, state: CheckoutState, form: Filled, status: 200 | 402 | 422) =>
    show(c, state.session, ...checkoutPage(world, state, form), status)

  for (const path of ['/c/pay/:session', '/c/embed/:secret']) {
    app.get(path, async (c) => {
      const state = await open(c)
      return state instanceof Response ? state : again(c, state, {}, 200)
    })

    app.post(path, async (c) => {
      const body = await c.req.parseBody()
      const state = await open(c)
      if (state instanceof Response) return state
      const form = readCardForm(body, state.email, world.clock.milliseconds(), wantsCard(state))
      if (Object.keys(form.errors).length > 0) return again(c, state, form, 422)
      const outcome = transaction(world.database, () =>
        form.card ? paySession(world, state, form.card) : payFree(world, state, form.email),
      )
      world.deliveries.wake()
      if (outcome.is === 'requires_action') return c.redirect(`${pathOf(state.session)}/challenge`, 303)
      if (outcome.is === 'declined')
        return again(c, state, { ...form, message: outcome.refusal.message }, 402)
      return showEnd(c, state.session)
    })

    app.get(`${path}/challenge`, async (c) => {
      const state = await open(c)
      if (state instanceof Response) return state
      return state.waitsForChallenge
        ? show(c, state.session, ...challengePage(state))
        : c.redirect(pathOf(state.session), 303)
    })

    app.post(`${path}/challenge`, async (c) => {
      const body = await c.req.parseBody()
      const state = await open(c)
      if (state instanceof Response) return state
      if (!state.waitsForChallenge) return c.redirect(pathOf(state.session), 303)
      const outcome = transaction(world.database, () =>
        answerChallenge(world, state, body['answer'] === 'complete'),
      )
      world.deliveries.wake()
      if (outcome.is === 'declined') return again(c, state, { message: outcome.refusal.message }, 402)
      return showEnd(c, state.session)
    })
  }

  app.get('/c/embed/:secret/about', (c) => {
    c.header('access-control-allow-origin', '*')
    const { key, account } = c.req.query()
    const state = sessionNamed(world, c.req.param())
    const { platform } = world
    const owner = account ?? platform.account
    const rightKey = state?.scope.livemode ? platform.publishableKeyLive : platform.publishableKeyTest
    if (!state || key !== rightKey || state.scope.account !== owner)
      return c.json(
        { error: 'No such Checkout Session for this publishable key and account (stripeAccount).' },
        404,
      )
    const { session } = state
    return c.json({
      page: `${world.publicUrl}${pathOf(session)}`,
      redirect: session.redirect_on_completion,
      returnUrl: returnAddress(session),
    })
  })
  return app
}

/** Finds a session: a standalone page only by its id, a frame only by the whole secret. */
function sessionNamed(
  world: World,
  { session: id, secret }: Record<string, string | undefined>,
): CheckoutState | undefined {
  const state = sessionAt(world, id ?? secret?.split('_secret_')[0] ?? '')
  if (!state) return undefined
  const embedded = state.session.ui_mode === 'embedded_page'
  return (secret === undefined ? !embedded : embedded && state.session.client_secret === secret)
    ? state
    : undefined
}

/** Whether the page needs a card: something is due, or a trial ends later. */
function wantsCard({ session, hidden }: CheckoutState): boolean {
  return session.amount_total !== 0 || hidden.subscription?.wantsCard === true
}

type Filled = Partial<CardForm> & { message?: string }
type Shown = [title: string, content: Parameters<typeof show>[3]]

function gone(title: string, text: string, back?: string | null): Shown {
  return [
    title,
    html`<h1>${title}</h1>
      <p>${text}</p>
      ${back ? html`<p><a href="${back}">Back</a></p>` : ''}`,
  ]
}

function checkoutPage(world: World, state: CheckoutState, form: Filled): Shown {
  const { session, hidden, email } = state
  const amount = moneyText(session.amount_total ?? 0, session.currency ?? 'usd')
  const { values = {}, errors = {} } = form
  const words = checkoutCopy(world, state)
  const title = `${form.message || Object.keys(errors).length > 0 ? 'Problem: ' : ''}${words.title}`
  return [
    title,
    html`
      <h1>${words.title}</h1>
      ${words.terms === '' ? '' : html`<p>${words.terms}</p>`}
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
                <td class="amount">${rateText(one)}</td>
              </tr>`,
          )}
          <tr>
            <th scope="row">${words.total}</th>
            <td class="amount">${amount}</td>
          </tr>
        </tbody>
      </table>
      ${alert(form.message ?? (Object.keys(errors).length > 0 ? 'Check the marked fields.' : undefined))}
      <form method="post" action="${pathOf(session)}" novalidate>
        ${field({
          name: 'email',
          label: 'Email',
          value: email ?? values.email ?? '',
          error: errors.email,
          autocomplete: 'email',
          inputmode: 'email',
          readonly: email !== null,
        })}
        ${!wantsCard(state) ? '' : cardFields(form)}
        <button class="main">${words.button}</button>
      </form>
      ${session.cancel_url ? html`<p><a href="${session.cancel_url}">Back</a></p>` : ''}
    `,
  ]
}

function challengePage({ session }: CheckoutState): Shown {
  const amount = moneyText(session.amount_total ?? 0, session.currency ?? 'usd')
  return [
    'Confirm your payment',
    html`<h1>Confirm your payment</h1>
      <p>Sandbox Bank asks: did you start this payment of ${amount}?</p>
      <form method="post">
        <button class="main" name="answer" value="complete">Complete authentication</button>
        <button name="answer" value="fail">Fail authentication</button>
      </form>`,
  ]
}
