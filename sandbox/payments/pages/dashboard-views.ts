import { html } from 'hono/html'
import type Stripe from 'stripe'
import { page } from '../../page.ts'
import type { AccountState } from '../objects/account-state.ts'
import { platformScope } from '../objects/accounts.ts'
import { balanceOf } from '../objects/balance.ts'
import { disputeReasons, isOpen } from '../objects/disputes.ts'
import { moneyText } from '../objects/money.ts'
import type { EventObject } from '../webhooks/events.ts'
import { isConnected } from '../world.ts'
import type { Scope, World } from '../world.ts'

type Markup = ReturnType<typeof page>

const SHOWN = 50

export function missingPage(): Markup {
  return page(
    'This page does not exist',
    html`<h1>This page does not exist</h1>
      <p><a href="/dashboard">Dashboard</a></p>`,
  )
}

/** All accounts of both modes, the clock, and a link to the events. */
export function overviewPage(world: World): Markup {
  const { pending, delivered, failed } = world.deliveries.count()
  return page(
    'Dashboard',
    html`<div class="wide"></div>
      <h1>Dashboard</h1>
      <p>
        <a href="/dashboard/events">Events</a>: ${delivered} deliveries done, ${pending} waiting, ${failed}
        failed. <a href="/inbox">Mail</a>
      </p>
      <h2>Clock</h2>
      <p>${timeText(world.clock.seconds())}</p>
      <form method="post" action="/dashboard/clock" class="row">
        <button name="by" value="hour">+1 hour</button>
        <button name="by" value="days">+3 days</button>
        <button name="by" value="month">+1 month</button>
      </form>
      ${(['test', 'live'] as const).map((mode) => {
        const scope = { livemode: mode === 'live', account: world.platform.account }
        const accounts = world.objects
          .all<AccountState>('account', scope)
          .map((one) => one.data)
          .filter((one) => !one.deleted)
        return html`<h2>${mode === 'live' ? 'Live mode' : 'Test mode'}</h2>
          <table>
            <thead>
              <tr>
                <th scope="col">Account</th>
                <th scope="col">State</th>
                <th scope="col" class="amount">Balance</th>
              </tr>
            </thead>
            <tbody>
              ${accountRow(world, scope, mode, 'Sandbox platform', 'the platform')}
              ${accounts.map((one) =>
                accountRow(
                  world,
                  { ...scope, account: one.id },
                  mode,
                  one.businessName ?? one.displayName ?? one.id,
                  stateText(one),
                ),
              )}
            </tbody>
          </table>`
      })}`,
  )
}

function accountRow(world: World, scope: Scope, mode: string, name: string, state: string): Markup {
  return html`<tr>
    <td><a href="/dashboard/${mode}/${scope.account}">${name}</a></td>
    <td>${state}</td>
    <td class="amount">${balanceText(world, scope)}</td>
  </tr>`
}

function stateText(one: AccountState): string {
  if (one.closed) return 'closed'
  if (one.disconnected) return 'not connected'
  if (one.rejected) return `rejected (${one.rejected})`
  if (one.chargesEnabled) return 'takes payments'
  return one.detailsSubmitted ? 'needs more information' : 'not onboarded'
}

function balanceText(world: World, scope: Scope): string {
  const amounts = Object.entries(balanceOf(world, scope))
  return amounts.length === 0 ? '–' : amounts.map(([currency, sum]) => moneyText(sum, currency)).join(', ')
}

/** One account: its balance, payments, refunds and disputes, and simulated actions. */
export function accountPage(world: World, scope: Scope, said: string | undefined): Markup {
  const mode = scope.livemode ? 'live' : 'test'
  const base = `/dashboard/${mode}/${scope.account}`
  const platform = platformScope(world, scope.livemode)
  const state = isConnected(world, scope)
    ? world.objects.find<AccountState>('account', platform, scope.account)?.data
    : undefined
  const charges = world.objects.all<Stripe.Charge>('charge', scope).map((one) => one.data)
  const refunds = world.objects.all<Stripe.Refund>('refund', scope).map((one) => one.data)
  const disputes = world.objects.all<Stripe.Dispute>('dispute', scope).map((one) => one.data)
  const name = state ? (state.businessName ?? state.displayName ?? state.id) : 'Sandbox platform'
  return page(
    name,
    html`<div class="wide"></div>
      <p><a href="/dashboard">Dashboard</a></p>
      <h1>${name}</h1>
      ${said ? html`<p class="alert" role="status">${said}</p>` : ''}
      <p>
        ${scope.account}, ${mode} mode${state ? `, ${stateText(state)}` : ''}. Balance
        ${balanceText(world, scope)}
      </p>
      ${state ? accountActions(base, state) : ''}
      <h2>Payments</h2>
      ${
        charges.length === 0
          ? html`<p class="hint">None yet.</p>`
          : html`<table>
              <tbody>
                ${charges.slice(0, SHOWN).map((one) => paymentRow(base, one))}
              </tbody>
            </table>`
      }
      <h2>Refunds</h2>
      ${
        refunds.length === 0
          ? html`<p class="hint">None yet.</p>`
          : html`<table>
              <tbody>
                ${refunds.slice(0, SHOWN).map(
                  (one) =>
                    html`<tr>
                      <td>${one.id}</td>
                      <td>${one.status}</td>
                      <td>${timeText(one.created)}</td>
                      <td class="amount">${moneyText(one.amount, one.currency)}</td>
                    </tr>`,
                )}
              </tbody>
            </table>`
      }
      <h2>Disputes</h2>
      ${
        disputes.length === 0
          ? html`<p class="hint">None yet.</p>`
          : html`<table>
              <tbody>
                ${disputes.slice(0, SHOWN).map((one) => disputeRow(base, one))}
              </tbody>
            </table>`
      }`,
  )
}

function accountActions(base: string, state: AccountState): Markup {
  return html`<h2>Simulate</h2>
    <form method="post" action="${base}/requirements" class="row">
      <label for="due">Ask for</label>
      <input id="due" name="due" value="${state.currentlyDue.join(' ')}" autocomplete="off" />
      <button>Set what is missing</button>
    </form>
    <div class="row">
      <form method="post" action="${base}/reject"><button>Reject</button></form>
      <form method="post" action="${base}/disconnect"><button>Disconnect the platform</button></form>
    </div>`
}

function paymentRow(base: string, one: Stripe.Charge): Markup {
  const left = one.amount - one.amount_refunded
  const what = !one.paid
    ? `failed: ${one.failure_message ?? ''}`
    : one.disputed
      ? 'disputed'
      : one.refunded
        ? 'refunded'
        : one.amount_refunded > 0
          ? 'partly refunded'
          : 'paid'
  return html`<tr>
    <td>
      ${one.id}<br /><span class="hint">${one.billing_details.email ?? ''} ${timeText(one.created)}</span>
    </td>
    <td>${what}</td>
    <td class="amount">${moneyText(one.amount, one.currency)}</td>
    <td>
      ${
        one.paid && left > 0 && !one.disputed
          ? html`<form method="post" action="${base}/refund">
                <input type="hidden" name="charge" value="${one.id}" />
                <button aria-label="Refund ${moneyText(left, one.currency)} of ${one.id}">
                  Refund ${moneyText(left, one.currency)}
                </button>
              </form>
              <form method="post" action="${base}/dispute">
                <input type="hidden" name="charge" value="${one.id}" />
                <select name="reason" aria-label="Reason of a dispute of ${one.id}">
                  ${disputeReasons.map((reason) => html`<option>${reason}</option>`)}
                </select>
                <button aria-label="Dispute ${one.id}">Dispute</button>
              </form>`
          : ''
      }
    </td>
  </tr>`
}

function disputeRow(base: string, one: Stripe.Dispute): Markup {
  return html`<tr>
    <td>${one.id}<br /><span class="hint">${one.reason}</span></td>
    <td>${one.status}</td>
    <td class="amount">${moneyText(one.amount, one.currency)}</td>
    <td>
      ${
        isOpen(one)
          ? html`<form method="post" action="${base}/end" class="row">
              <input type="hidden" name="dispute" value="${one.id}" />
              <button name="how" value="won" aria-label="Won: ${one.id}">Won</button>
              <button name="how" value="lost" aria-label="Lost: ${one.id}">Lost</button>
            </form>`
          : ''
      }
    </td>
  </tr>`
}

/** The newest events, optionally of one type, each with its deliveries. */
export function eventsPage(world: World, type: string | undefined): Markup {
  const kinds = ['event', 'v2.core.event'] as const
  const events = kinds
    .flatMap((kind) => world.objects.newest<EventObject>(kind, SHOWN, type || undefined))
    .sort((a, b) => secondsOf(b.data.created) - secondsOf(a.data.created))
    .slice(0, SHOWN)
  return page(
    'Events',
    html`<div class="wide"></div>
      <p><a href="/dashboard">Dashboard</a></p>
      <h1>Events</h1>
      <form method="get" class="row">
        <label for="type">Type</label>
        <input id="type" name="type" value="${type ?? ''}" placeholder="checkout.session.completed" />
        <button>Filter</button>
      </form>
      ${events.length === 0 ? html`<p class="hint">No events yet.</p>` : ''}
      ${events.map(({ data }) => {
        const deliveries = world.deliveries.list(data.id)
        return html`<details>
          <summary>
            ${data.type} <span class="hint">${timeText(secondsOf(data.created))} ${data.account ?? ''}</span>
          </summary>
          <p>${data.id}</p>
          <table>
            <tbody>
              ${deliveries.map(
                (one) =>
                  html`<tr>
                    <td>${one.endpoint_id}</td>
                    <td>${one.status}</td>
                    <td>
                      ${one.attempts.map((attempt) => attempt.status ?? attempt.error).join(', ') || 'not tried yet'}
                    </td>
                  </tr>`,
              )}
            </tbody>
          </table>
          ${
            deliveries.length === 0
              ? html`<p class="hint">No endpoint receives it.</p>`
              : html`<form method="post" action="/dashboard/events/${data.id}/replay">
                  <button aria-label="Send ${data.id} again">Send again</button>
                </form>`
          }
          <pre>${JSON.stringify(data, null, 2)}</pre>
        </details>`
      })}`,
  )
}

/** Creation time in seconds. Thin events have an ISO 8601 string, others seconds. */
function secondsOf(created: number | string): number {
  return typeof created === 'number' ? created : Date.parse(created) / 1000
}

function timeText(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}
