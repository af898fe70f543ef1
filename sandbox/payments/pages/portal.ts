import { Hono } from 'hono'
import type { Context } from 'hono'
import { html } from 'hono/html'
import { transaction } from '../../database.ts'
import { page, pageHeaders } from '../../page.ts'
import { changeCard } from '../payment-methods/change-card.ts'
import { changePlan } from '../subscriptions/change-plan.ts'
import { atTimeOf, customerOf } from '../payment-methods/customer-state.ts'
import { endSubscription, openInvoices, payInvoice } from '../time/lifecycle.ts'
import { makeMethod, refusedForLater } from '../payment-methods/payment-methods.ts'
import type { Method, MethodHidden } from '../payment-methods/payment-methods.ts'
import { openVisit } from '../portal/portal-sessions.ts'
import type { PortalSession } from '../portal/portal-sessions.ts'
import { makeItem, periodOf, saveSubscription } from '../subscriptions/subscription-state.ts'
import type { StoredSubscription } from '../subscriptions/subscription-state.ts'
import { planEnd } from '../subscriptions/subscription-update.ts'
import { emit } from '../webhooks/events.ts'
import type { World } from '../world.ts'
import { readCardForm } from './card-form.ts'
import { portalHome } from './portal-home.ts'
import { choicesOf, portalState, stepOf } from './portal-state.ts'
import type { PortalState } from './portal-state.ts'
import { bankStep, cancelStep, cardStep, detailsStep, isReason, switchStep } from './portal-steps.ts'

type Markup = ReturnType<typeof html>
type Body = Record<string, unknown>
/** The result of a step: a page with its status, or the next step. */
type Next = { show: Markup; title: string; status?: 402 | 404 | 422 } | { go: string }
type Step = (state: PortalState, body: Body, stored: StoredSubscription | undefined) => Next

const said: Record<string, string> = {
  canceled: 'Your subscription has been canceled.',
  card: 'Your card has been changed.',
  details: 'Your information has been updated.',
  ending: 'Your subscription will not be renewed.',
  kept: 'Your subscription continues.',
  paid: 'Your invoice is paid.',
  switched: 'Your plan has been switched.',
}
const troubles: Record<string, string> = {
  cardunpaid: 'Your card is saved, but the open invoice could not be paid with it.',
  switchunpaid: 'Your plan has been switched, but its payment failed.',
  unpaid: 'The payment failed again.',
}

/** The customer portal: `/p/session/{id}` and its steps, with plain forms that work without scripts. */
export function createPortalPages(world: World): Hono {
  const app = new Hono()

  const serve = (step: Step) => async (c: Context) => {
    const body = c.req.method === 'POST' ? await c.req.parseBody() : {}
    const next = transaction(world.database, () => visited(c, step, body))
    world.deliveries.wake()
    if ('go' in next) return c.redirect(next.go, 303)
    return c.html(page(next.title, next.show), next.status ?? 200, pageHeaders)
  }
  const visited = (c: Context, step: Step, body: Body): Next => {
    const visit = openVisit(world, c.req.param('id') ?? '')
    const state = visit && portalState(world, visit)
    if (!state) return over(world, c.req.param('id') ?? '')
    const named = c.req.query('subscription')
    const stored = state.subscriptions.find((one) => one.id === named)
    return atTimeOf(world, visit.scope, state.customer.id, () => step(state, body, stored))
  }

  app.get('/p/session/:id', (c) =>
    serve((state) => {
      const { data, hidden } = state.visit
      if (data.flow && !hidden.flowShown) {
        world.objects.update(data.id, data, { ...hidden, flowShown: true })
        return { go: flowStep(state, data.flow) }
      }
      const done = c.req.query('done') ?? ''
      const title = `Billing, ${state.seller}`
      return { title, show: portalHome(world, state, said[done] ?? '', troubles[done] ?? '') }
    })(c),
  )
  app.get(
    '/p/session/:id/card',
    serve((state) =>
      state.configuration.features.payment_method_update.enabled
        ? { title: 'Change your card', show: cardStep(state, {}) }
        : home(state),
    ),
  )
  app.post(
    '/p/session/:id/card',
    serve((state, body) => takeCard(world, state, body)),
  )
  app.get(
    '/p/session/:id/bank',
    serve((state) =>
      state.visit.hidden.waiting ? { title: 'Confirm your card', show: bankStep(state) } : home(state),
    ),
  )
  app.post(
    '/p/session/:id/bank',
    serve((state, body) => hearBank(world, state, body['answer'] === 'complete')),
  )
  app.get(
    '/p/session/:id/switch',
    serve((state, _, stored) =>
      stored ? { title: 'Switch plan', show: switchStep(world, state, stored) } : home(state),
    ),
  )
  app.post(
    '/p/session/:id/switch',
    serve((state, body, stored) => (stored ? switchPlan(world, state, stored, body) : home(state))),
  )
  app.get(
    '/p/session/:id/cancel',
    serve((state, _, stored) =>
      stored && state.configuration.features.subscription_cancel.enabled
        ? { title: 'Cancel subscription', show: cancelStep(world, state, stored) }
        : home(state),
    ),
  )
  app.post(
    '/p/session/:id/cancel',
    serve((state, body, stored) => (stored ? cancel(world, state, stored, body) : home(state))),
  )
  app.post(
    '/p/session/:id/keep',
    serve((state, _, stored) => (stored ? keep(world, state, stored) : home(state))),
  )
  app.post(
    '/p/session/:id/pay',
    serve((state, _, stored) => (stored ? pay(world, state, stored) : home(state))),
  )
  app.get(
    '/p/session/:id/details',
    serve((state) => ({
      title: 'Update information',
      show: detailsStep(state, { name: state.customer.name ?? '', email: state.customer.email ?? '' }),
    })),
  )
  app.post(
    '/p/session/:id/details',
    serve((state, body) => changeDetails(world, state, body)),
  )
  return app
}

function home(state: PortalState, done?: string): Next {
  const after = done === undefined ? undefined : state.visit.data.flow?.after_completion
  if (after?.redirect) return { go: after.redirect.return_url }
  return { go: done === undefined ? stepOf(state) : `${stepOf(state)}?done=${done}` }
}

function flowStep(state: PortalState, flow: NonNullable<PortalSession['flow']>): string {
  if (flow.subscription_cancel) return stepOf(state, 'cancel', flow.subscription_cancel.subscription)
  if (flow.subscription_update) return stepOf(state, 'switch', flow.subscription_update.subscription)
  return stepOf(state, 'card')
}

function over(world: World, id: string): Next {
  const back = world.objects.findAnywhere<PortalSession>('billing_portal.session', id)?.data.return_url
  return {
    title: 'This link has expired',
    status: 404,
    show: html`<h1>This link has expired</h1>
      <p>Links to this page work for a short time. Go back and open it again.</p>
      ${back ? html`<p><a href="${back}">Back</a></p>` : ''}`,
  }
}

function takeCard(world: World, state: PortalState, body: Body): Next {
  if (!state.configuration.features.payment_method_update.enabled) return home(state)
  const form = readCardForm(
    body,
    state.customer.email ?? 'nobody@localhost',
    world.clock.milliseconds(),
    true,
  )
  const title = 'Problem: Change your card'
  if (!form.card) return { title, status: 422, show: cardStep(state, form) }
  const card = { ...form.card, email: state.customer.email }
  const refusal = refusedForLater(card)
  if (refusal) return { title, status: 402, show: cardStep(state, { ...form, message: refusal.message }) }
  const { visit } = state
  const method = makeMethod(world, visit.scope, card)
  if (card.test.outcome !== 'needs authentication') return useCard(world, state, method.id)
  world.objects.update(visit.id, visit.data, { ...visit.hidden, waiting: method.id })
  return { go: stepOf(state, 'bank') }
}

function hearBank(world: World, state: PortalState, passed: boolean): Next {
  const { visit } = state
  const { waiting } = visit.hidden
  if (!waiting) return home(state)
  world.objects.update(visit.id, visit.data, { ...visit.hidden, waiting: null })
  if (!passed) {
    const message = 'We are unable to authenticate your card. Please choose a different one and try again.'
    return { title: 'Problem: Change your card', status: 402, show: cardStep(state, { message }) }
  }
  const { data, hidden } = world.objects.get<Method, MethodHidden>('payment_method', visit.scope, waiting)
  world.objects.update(waiting, data, { ...hidden, authenticated: true })
  return useCard(world, state, waiting)
}

function useCard(world: World, state: PortalState, method: string): Next {
  const paid = changeCard(world, state.visit.scope, state.customer.id, method)
  return home(state, paid ? 'card' : 'cardunpaid')
}

function switchPlan(world: World, state: PortalState, stored: StoredSubscription, body: Body): Next {
  const { data } = stored
  const price = choicesOf(world, state, stored).find((one) => one.id === body['price'])
  const title = 'Problem: Switch plan'
  if (!price)
    return { title, status: 422, show: switchStep(world, state, stored, 'Choose one of the plans.') }
  const [item] = data.items.data
  if (price.id === item!.price.id)
    return { title, status: 422, show: switchStep(world, state, stored, 'This is your plan already.') }
  const { start, end } = periodOf(data)
  const fresh = makeItem(world, data.id, { price, quantity: item!.quantity ?? 1 }, start, end)
  const behavior = state.configuration.features.subscription_update.proration_behavior
  const row = { ...fresh, id: item!.id, created: item!.created, metadata: item!.metadata }
  changePlan(world, stored, [row], behavior)
  saveSubscription(world, stored)
  return home(state, data.status === 'past_due' ? 'switchunpaid' : 'switched')
}

function cancel(world: World, state: PortalState, stored: StoredSubscription, body: Body): Next {
  const { enabled, mode } = state.configuration.features.subscription_cancel
  if (!enabled) return home(state)
  const { data } = stored
  const feedback = body['feedback']
  if (data.cancellation_details && typeof feedback === 'string' && isReason(feedback))
    data.cancellation_details.feedback = feedback
  if (mode === 'immediately') {
    endSubscription(world, stored, 'cancellation_requested')
    return home(state, 'canceled')
  }
  planEnd(data, { cancel_at_period_end: true }, world.clock.seconds())
  saveSubscription(world, stored)
  return home(state, 'ending')
}

function keep(world: World, state: PortalState, stored: StoredSubscription): Next {
  planEnd(stored.data, { cancel_at_period_end: false }, world.clock.seconds())
  saveSubscription(world, stored)
  return home(state, 'kept')
}

function pay(world: World, state: PortalState, { id }: StoredSubscription): Next {
  const results = openInvoices(world, id).map((invoice) => payInvoice(world, invoice))
  return home(state, results.every(Boolean) ? 'paid' : 'unpaid')
}

function changeDetails(world: World, state: PortalState, body: Body): Next {
  const { enabled, allowed_updates: allowed } = state.configuration.features.customer_update
  if (!enabled) return home(state)
  const text = (name: string): string =>
    typeof body[name] === 'string' ? body[name].trim().slice(0, 200) : ''
  const values = { name: text('name'), email: text('email') }
  if (allowed.includes('email') && !/^[^\s@]+@[^\s@]+$/.test(values.email))
    return {
      title: 'Problem: Update information',
      status: 422,
      show: detailsStep(state, values, 'Your email is invalid.'),
    }
  const customer = customerOf(world, state.visit.scope, state.customer.id)
  const before = { name: customer.name ?? null, email: customer.email }
  if (allowed.includes('name')) customer.name = values.name || null
  if (allowed.includes('email')) customer.email = values.email
  world.objects.update(customer.id, customer)
  emit(world, state.visit.scope, 'customer.updated', customer, undefined, before)
  return home(state, 'details')
}
