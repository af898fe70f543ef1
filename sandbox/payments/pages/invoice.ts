import { Hono } from 'hono'
import type { Context } from 'hono'
import { html } from 'hono/html'
import { transaction } from '../../database.ts'
import { alert, page, pageHeaders } from '../../page.ts'
import { answerForInvoice, payWithOwner, waitingIntent } from '../invoices/attended-payment.ts'
import type { Invoice, StoredInvoice } from '../invoices/invoices.ts'
import { moneyText } from '../objects/money.ts'
import type { World } from '../world.ts'
import { cardFields } from './card-fields.ts'
import { readCardForm } from './card-form.ts'
import type { CardForm } from './card-form.ts'
import { sellerName } from './checkout-payment.ts'
import { invoicePdf } from './invoice-pdf.ts'
import { dayText } from './portal-home.ts'

type Markup = ReturnType<typeof html>
type Filled = Partial<CardForm> & { message?: string }

/** The page of one invoice, `/i/{invoice}`, with its lines, its status and a form to pay it. */
export function createInvoicePages(world: World): Hono {
  const app = new Hono()

  const open = (c: Context): StoredInvoice | undefined => {
    const found = world.objects.findAnywhere<Invoice>('invoice', c.req.param('invoice') ?? '')
    return found && found.data.status !== 'draft' ? found : undefined
  }
  const show = (c: Context, stored: StoredInvoice, form: Filled, status: 200 | 402 | 422 = 200) => {
    const trouble = form.message !== undefined || Object.keys(form.errors ?? {}).length > 0
    const title = `${trouble ? 'Problem: ' : ''}Invoice ${stored.data.number ?? stored.id}`
    return c.html(page(title, invoicePage(world, stored, form)), status, pageHeaders)
  }
  const nothing = (c: Context) =>
    c.html(page('No such invoice', html`<h1>No such invoice</h1>`), 404, pageHeaders)

  app.get('/i/:invoice', (c) => {
    const stored = open(c)
    return stored ? show(c, stored, {}) : nothing(c)
  })

  app.get('/i/:invoice/pdf', (c) => {
    const stored = open(c)
    if (!stored) return nothing(c)
    return c.body(new Uint8Array(invoicePdf(textOf(world, stored))), 200, {
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${stored.data.number ?? stored.id}.pdf"`,
      'cache-control': 'no-store',
    })
  })

  app.post('/i/:invoice', async (c) => {
    const body = await c.req.parseBody()
    const stored = open(c)
    if (!stored) return nothing(c)
    if (stored.data.status !== 'open') return c.redirect(`/i/${stored.id}`, 303)
    const email = stored.data.customer_email
    const form = readCardForm(body, email ?? 'nobody@localhost', world.clock.milliseconds(), true)
    if (!form.card) return show(c, stored, form, 422)
    const card = { ...form.card, email }
    const outcome = transaction(world.database, () => payWithOwner(world, stored, card))
    world.deliveries.wake()
    if (outcome?.is === 'declined') return show(c, stored, { ...form, message: outcome.refusal.message }, 402)
    return c.redirect(`/i/${stored.id}${outcome?.is === 'requires_action' ? '/bank' : ''}`, 303)
  })

  app.get('/i/:invoice/bank', (c) => {
    const stored = open(c)
    if (!stored) return nothing(c)
    if (!waitingIntent(world, stored)) return c.redirect(`/i/${stored.id}`, 303)
    return c.html(page('Confirm your payment', bankPage(stored)), 200, pageHeaders)
  })

  app.post('/i/:invoice/bank', async (c) => {
    const passed = (await c.req.parseBody())['answer'] === 'complete'
    const stored = open(c)
    if (!stored) return nothing(c)
    const outcome = transaction(world.database, () => answerForInvoice(world, stored, passed))
    world.deliveries.wake()
    if (outcome?.is === 'declined') return show(c, stored, { message: outcome.refusal.message }, 402)
    return c.redirect(`/i/${stored.id}`, 303)
  })
  return app
}

const statusWords: Record<string, string> = {
  open: 'To be paid',
  paid: 'Paid',
  uncollectible: 'Given up',
  void: 'Void',
}

function invoicePage(world: World, stored: StoredInvoice, form: Filled): Markup {
  const { data, id } = stored
  const money = (amount: number): string => moneyText(amount, data.currency)
  return html`
    <h1>Invoice ${data.number ?? id}</h1>
    <table>
      <tbody>
        ${facts(world, stored).map(
          ([name, value]) =>
            html`<tr>
              <th scope="row">${name}</th>
              <td>${value}</td>
            </tr>`,
        )}
      </tbody>
    </table>
    <table>
      <caption class="hint">
        What it is for
      </caption>
      <thead>
        <tr>
          <th scope="col">Item</th>
          <th scope="col" class="amount">Amount</th>
        </tr>
      </thead>
      <tbody>
        ${data.lines.data.map(
          (line) =>
            html`<tr>
              <td>${line.description}</td>
              <td class="amount">${money(line.amount)}</td>
            </tr>`,
        )}
        ${totals(data).map(
          ([name, amount]) =>
            html`<tr>
              <th scope="row">${name}</th>
              <td class="amount">${money(amount)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
    <p><a href="/i/${id}/pdf">Download as PDF</a></p>
    ${
      data.status === 'open'
        ? html`${alert(form.message ?? (form.errors && Object.keys(form.errors).length > 0 ? 'Check the marked fields.' : undefined))}
            <form method="post" action="/i/${id}" novalidate>
              ${cardFields(form)}
              <button class="main">Pay ${money(data.amount_remaining)}</button>
            </form>`
        : ''
    }
  `
}

function facts(world: World, stored: StoredInvoice): Array<[string, string]> {
  const { data } = stored
  return [
    ['From', sellerName(world, stored)],
    ['To', [data.customer_name, data.customer_email].filter(Boolean).join(', ') || '–'],
    ['Date', dayText(data.created)],
    ['Status', statusWords[data.status ?? ''] ?? ''],
  ]
}

function totals(data: Invoice): Array<[string, number]> {
  const credit = data.amount_due - data.total
  return [
    ['Total', data.total],
    ...(credit === 0
      ? []
      : ([[credit < 0 ? 'Credit used' : 'Kept as credit', credit]] as Array<[string, number]>)),
    [data.status === 'paid' ? 'Amount paid' : 'Amount due', data.amount_due],
  ]
}

function textOf(world: World, stored: StoredInvoice): string[] {
  const { data, id } = stored
  const money = (amount: number): string => moneyText(amount, data.currency)
  return [
    'sandbox, no real money',
    '',
    `Invoice ${data.number ?? id}`,
    ...facts(world, stored).map(([name, value]) => `${name}: ${value}`),
    '',
    ...data.lines.data.map((line) => `${line.description ?? ''}   ${money(line.amount)}`),
    '',
    ...totals(data).map(([name, amount]) => `${name}: ${money(amount)}`),
  ]
}

function bankPage({ id, data }: StoredInvoice): Markup {
  return html`<h1>Confirm your payment</h1>
    <p>
      Sandbox Bank asks: did you start this payment of ${moneyText(data.amount_remaining, data.currency)}?
    </p>
    <form method="post" action="/i/${id}/bank">
      <button class="main" name="answer" value="complete">Complete authentication</button>
      <button name="answer" value="fail">Fail authentication</button>
    </form>`
}
