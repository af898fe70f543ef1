import { Hono } from 'hono'
import { html } from 'hono/html'
import type Stripe from 'stripe'
import { page, pageHeaders } from '../../page.ts'
import { moneyText } from '../objects/money.ts'
import type { World } from '../world.ts'
import { dayText } from './portal-home.ts'

/** The page of one receipt, `/receipts/{charge}`: amount, date, card and refunds. */
export function createReceiptPages(world: World): Hono {
  const app = new Hono()
  app.get('/receipts/:charge', (c) => {
    const found = world.objects.findAnywhere<Stripe.Charge>('charge', c.req.param('charge'))
    if (!found?.data.paid)
      return c.html(page('No such receipt', html`<h1>No such receipt</h1>`), 404, pageHeaders)
    const { data } = found
    const rows = [
      ['Paid', moneyText(data.amount, data.currency)],
      ['Refunded', data.amount_refunded > 0 ? moneyText(data.amount_refunded, data.currency) : ''],
      ['Day', dayText(data.created)],
      ['Card', `ending in ${data.payment_method_details?.card?.last4 ?? '–'}`],
      ['Email', data.billing_details.email ?? ''],
    ].filter(([, value]) => value !== '')
    const markup = html`
      <h1>Receipt</h1>
      <table>
        <tbody>
          ${rows.map(
            ([name, value]) =>
              html`<tr>
                <th scope="row">${name}</th>
                <td>${value}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    `
    return c.html(page('Receipt', markup), 200, pageHeaders)
  })
  return app
}
