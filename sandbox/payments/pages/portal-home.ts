import { html } from 'hono/html'
import { nextInvoice } from '../invoices/next-invoice.ts'
import { productName } from '../invoices/invoice-lines.ts'
import { intervalText } from '../time/periods.ts'
import type { Method } from '../payment-methods/payment-methods.ts'
import type { StoredSubscription } from '../subscriptions/subscription-state.ts'
import { periodOf } from '../subscriptions/subscription-state.ts'
import { moneyText } from '../objects/money.ts'
import type { World } from '../world.ts'
import { choicesOf, stepOf } from './portal-state.ts'
import type { PortalState } from './portal-state.ts'

type Markup = ReturnType<typeof html>

/** `24 November 2026`, in UTC. */
export function dayText(seconds: number): string {
  const style = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  return new Date(seconds * 1000).toLocaleDateString('en-GB', style)
}

/** The first page of the portal: subscriptions, cards and payments. */
export function portalHome(world: World, state: PortalState, said: string, trouble: string): Markup {
  const { configuration, customer, seller, subscriptions } = state
  const { headline } = configuration.business_profile
  const { customer_update: update } = configuration.features
  return html`
    <h1>${headline ?? `Your billing with ${seller}`}</h1>
    ${said === '' ? '' : html`<p role="status" class="said">${said}</p>`}
    ${trouble === '' ? '' : html`<p role="alert" class="alert">${trouble}</p>`}
    ${
      subscriptions.length === 0
        ? html`<h2>Current plan</h2>
            <p>You have no subscription.</p>`
        : subscriptions.map((one) => subscriptionPart(world, state, one))
    }
    ${cardPart(state)}
    <h2>Billing information</h2>
    <table>
      <tbody>
        <tr>
          <th scope="row">Name</th>
          <td>${customer.name ?? '–'}</td>
        </tr>
        <tr>
          <th scope="row">Email</th>
          <td>${customer.email ?? '–'}</td>
        </tr>
      </tbody>
    </table>
    ${update.enabled && update.allowed_updates.length > 0 ? link(state, 'details', 'Update information') : ''}
    ${invoicePart(state)}
    ${
      state.visit.data.return_url
        ? html`<p><a href="${state.visit.data.return_url}">Return to ${seller}</a></p>`
        : ''
    }
  `
}

function link(state: PortalState, step: string, words: string, subscription?: string): Markup {
  return html`<p><a href="${stepOf(state, step, subscription)}">${words}</a></p>`
}

function subscriptionPart(world: World, state: PortalState, stored: StoredSubscription): Markup {
  const { data, scope, id } = stored
  const { features } = state.configuration
  const [item] = data.items.data
  const { price, quantity = 1 } = item!
  const rate = `${moneyText(price.unit_amount! * quantity, price.currency)} per ${intervalText(price.recurring!)}`
  const next = nextInvoice(world, stored)
  const ending = data.cancel_at !== null
  return html`
    <h2>Current plan</h2>
    <table>
      <tbody>
        <tr>
          <th scope="row">Plan</th>
          <td>${productName(world, scope, price)}${quantity > 1 ? ` × ${quantity}` : ''}</td>
        </tr>
        <tr>
          <th scope="row">Price</th>
          <td>${rate}</td>
        </tr>
        <tr>
          <th scope="row">Status</th>
          <td>${statusText(stored)}</td>
        </tr>
        ${
          next
            ? html`<tr>
                <th scope="row">Next invoice</th>
                <td>${moneyText(next.amount, data.currency)} on ${dayText(next.at)}</td>
              </tr>`
            : ''
        }
      </tbody>
    </table>
    ${
      ['past_due', 'unpaid', 'incomplete'].includes(data.status)
        ? html`<p class="alert" role="alert">
              Your last payment failed. Change your card, or try this one again.
            </p>
            <form method="post" action="${stepOf(state, 'pay', id)}"><button>Pay now</button></form>`
        : ''
    }
    ${choicesOf(world, state, stored).length > 1 && !ending ? link(state, 'switch', 'Switch plan', id) : ''}
    ${
      ending
        ? html`<form method="post" action="${stepOf(state, 'keep', id)}">
            <button class="main">Don’t cancel</button>
          </form>`
        : features.subscription_cancel.enabled
          ? link(state, 'cancel', 'Cancel subscription', id)
          : ''
    }
  `
}

function statusText({ data }: StoredSubscription): string {
  if (data.cancel_at !== null) return `Ends on ${dayText(data.cancel_at)}`
  if (data.status === 'trialing') return `Trial until ${dayText(data.trial_end!)}`
  if (data.status === 'active') return `Renews on ${dayText(periodOf(data).end)}`
  return data.status === 'past_due' ? 'Payment overdue' : data.status
}

function cardPart(state: PortalState): Markup {
  const { features } = state.configuration
  return html`
    <h2>Payment method</h2>
    <p>${state.card ? cardText(state.card) : 'No card yet.'}</p>
    ${
      features.payment_method_update.enabled
        ? link(state, 'card', state.card ? 'Change card' : 'Add a card')
        : ''
    }
  `
}

function cardText({ card }: Method): string {
  const brand =
    card!.brand === 'amex' ? 'American Express' : `${card!.brand[0]!.toUpperCase()}${card!.brand.slice(1)}`
  const month = String(card!.exp_month).padStart(2, '0')
  return `${brand} ending in ${card!.last4}, expires ${month}/${card!.exp_year}`
}

function invoicePart({ configuration, invoices }: PortalState): Markup | '' {
  if (!configuration.features.invoice_history.enabled) return ''
  return html`
    <h2>Invoice history</h2>
    ${
      invoices.length === 0
        ? html`<p>No invoices yet.</p>`
        : html`<table>
            <thead>
              <tr>
                <th scope="col">Invoice</th>
                <th scope="col">Status</th>
                <th scope="col" class="amount">Amount</th>
              </tr>
            </thead>
            <tbody>
              ${invoices.map(
                (one) =>
                  html`<tr>
                    <td><a href="/i/${one.id}">${dayText(one.created)}</a></td>
                    <td>${one.status}</td>
                    <td class="amount">${moneyText(one.amount_due, one.currency)}</td>
                  </tr>`,
              )}
            </tbody>
          </table>`
    }
  `
}
