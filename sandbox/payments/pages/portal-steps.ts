import type Stripe from 'stripe'
import { html } from 'hono/html'
import { alert, field } from '../../page.ts'
import { productName } from '../invoices/invoice-lines.ts'
import { intervalText } from '../time/periods.ts'
import { periodOf } from '../subscriptions/subscription-state.ts'
import type { StoredSubscription } from '../subscriptions/subscription-state.ts'
import { moneyText } from '../objects/money.ts'
import type { World } from '../world.ts'
import { cardFields } from './card-fields.ts'
import type { CardForm } from './card-form.ts'
import { dayText } from './portal-home.ts'
import { choicesOf, stepOf } from './portal-state.ts'
import type { PortalState } from './portal-state.ts'

type Markup = ReturnType<typeof html>

function back(state: PortalState): Markup {
  return html`<p><a href="${stepOf(state)}">Back</a></p>`
}

export function cardStep(state: PortalState, form: Partial<CardForm> & { message?: string }): Markup {
  const wrong = Object.keys(form.errors ?? {}).length > 0
  return html`
    <h1>${state.card ? 'Change your card' : 'Add a card'}</h1>
    ${alert(form.message ?? (wrong ? 'Check the marked fields.' : undefined))}
    <form method="post" action="${stepOf(state, 'card')}" novalidate>
      ${cardFields(form)}
      <button class="main">Save card</button>
    </form>
    ${back(state)}
  `
}

export function bankStep(state: PortalState): Markup {
  return html`
    <h1>Confirm your card</h1>
    <p>Sandbox Bank asks: may ${state.seller} save this card?</p>
    <form method="post" action="${stepOf(state, 'bank')}">
      <button class="main" name="answer" value="complete">Complete authentication</button>
      <button name="answer" value="fail">Fail authentication</button>
    </form>
  `
}

export function switchStep(
  world: World,
  state: PortalState,
  stored: StoredSubscription,
  wrong?: string,
): Markup {
  const current = stored.data.items.data[0]!.price.id
  return html`
    <h1>Switch plan</h1>
    ${alert(wrong)}
    <form method="post" action="${stepOf(state, 'switch', stored.id)}">
      <fieldset>
        <legend>Plans</legend>
        ${choicesOf(world, state, stored).map((price) => choice(world, stored, price, price.id === current))}
      </fieldset>
      <p class="hint">${switchHint(state, stored)}</p>
      <button class="main">Switch plan</button>
    </form>
    ${back(state)}
  `
}

function choice(world: World, { scope }: StoredSubscription, price: Stripe.Price, current: boolean): Markup {
  const rate = `${moneyText(price.unit_amount!, price.currency)} per ${intervalText(price.recurring!)}`
  return html`<label class="choice">
    <input type="radio" name="price" value="${price.id}" ${current ? 'checked' : ''} />
    <span>${productName(world, scope, price)}, ${rate}${current ? ' (your plan)' : ''}</span>
  </label>`
}

function switchHint({ configuration }: PortalState, { data }: StoredSubscription): string {
  if (data.status === 'trialing') return 'Nothing is due before your trial ends.'
  const behavior = configuration.features.subscription_update.proration_behavior
  if (behavior === 'always_invoice') return 'The difference for the rest of this period is paid now.'
  if (behavior === 'create_prorations')
    return 'The difference for the rest of this period comes with the next invoice.'
  return 'The new price counts from the next period on.'
}

const reasons: Record<string, string> = {
  customer_service: 'Customer service was less than expected',
  low_quality: 'Quality was less than expected',
  missing_features: 'I need more features',
  other: 'Other reason',
  switched_service: 'I found an alternative',
  too_complex: 'Ease of use was less than expected',
  too_expensive: 'It’s too expensive',
  unused: 'I no longer need it',
}

export function cancelStep(world: World, state: PortalState, stored: StoredSubscription): Markup {
  const { cancellation_reason: reason, mode } = state.configuration.features.subscription_cancel
  const name = productName(world, stored.scope, stored.data.items.data[0]!.price)
  const end = dayText(periodOf(stored.data).end)
  return html`
    <h1>Cancel ${name}</h1>
    <p>
      ${
        mode === 'immediately'
          ? 'Your subscription ends at once.'
          : `Your subscription stays until ${end} and is not renewed.`
      }
    </p>
    <form method="post" action="${stepOf(state, 'cancel', stored.id)}">
      ${
        reason.enabled
          ? html`<div class="field">
              <label for="feedback">Why do you cancel? (optional)</label>
              <select id="feedback" name="feedback">
                <option value="">No answer</option>
                ${reason.options.map((one) => html`<option value="${one}">${reasons[one] ?? one}</option>`)}
              </select>
            </div>`
          : ''
      }
      <button class="main">Cancel subscription</button>
    </form>
    ${back(state)}
  `
}

export function detailsStep(
  state: PortalState,
  values: { name: string; email: string },
  wrong?: string,
): Markup {
  const allowed = state.configuration.features.customer_update.allowed_updates
  return html`
    <h1>Update information</h1>
    ${alert(wrong)}
    <form method="post" action="${stepOf(state, 'details')}" novalidate>
      ${allowed.includes('name') ? field({ name: 'name', label: 'Name', value: values.name, autocomplete: 'name' }) : ''}
      ${allowed.includes('email') ? field({ name: 'email', label: 'Email', value: values.email, error: wrong, autocomplete: 'email', inputmode: 'email' }) : ''}
      <button class="main">Save</button>
    </form>
    ${back(state)}
  `
}

export function isReason(text: string): text is Stripe.SubscriptionCancelParams.CancellationDetails.Feedback {
  return text in reasons
}
