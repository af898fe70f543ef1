import { currencyExponent } from '#kernel/browser/money.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Order, OrderQuery } from '../endpoints.ts'
import { matching } from './list-orders.ts'

/** More than anybody opens in a spreadsheet; the dates of the query cut a longer list. */
const MOST = 50_000

/**
 * The orders of a query as a CSV file (RFC 4180, UTF-8 with a mark that spreadsheets read it by).
 * @throws {AppError} tenant_not_found
 */
export async function exportOrders(db: Db, query: OrderQuery): Promise<Response> {
  const orders = await matching(db, query, MOST, undefined)
  const lines = [
    Object.keys(COLUMNS),
    ...orders.map((order) => Object.values(COLUMNS).map((of) => of(order))),
  ]
  const text = lines.map((cells) => cells.map((cell) => csvCell(cell)).join(',')).join('\r\n')
  return new Response(`\ufeff${text}\r\n`, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="orders.csv"',
      'cache-control': 'no-store',
    },
  })
}

const COLUMNS: Record<string, (order: Order) => string | number | null> = {
  Order: (o) => o.id,
  Created: (o) => o.created_at,
  Paid: (o) => o.paid_at,
  Status: (o) => o.status,
  Product: (o) => o.name,
  Quantity: (o) => o.quantity,
  Amount: (o) => major(o.amount_total, o.currency),
  Refunded: (o) => major(o.amount_refunded, o.currency),
  Currency: (o) => o.currency.toUpperCase(),
  Interval: (o) => o.interval,
  'Renewal of': (o) => o.renewal_of,
  Subscription: (o) => o.subscription_status,
  Dispute: (o) => o.dispute_status,
  Buyer: (o) => o.email,
  Payment: (o) => o.stripe_payment_intent_id,
  Problem: (o) => o.problem,
  Mode: (o) => o.mode,
}

/** Minor units as a plain decimal number, without floating point: `12.50`. */
export function major(minorUnits: number, currency: string): string {
  const digits = currencyExponent(currency)
  const text = String(minorUnits).padStart(digits + 1, '0')
  return digits ? `${text.slice(0, -digits)}.${text.slice(-digits)}` : text
}

/**
 * One cell. What a spreadsheet would run as a formula is defused by a leading apostrophe, and quoted like everything
 * that holds a comma, a quote or a line break. Also in the middle: some programs split at other signs.
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
export function csvCell(value: string | number | null): string {
  const text = String(value ?? '')
  const safe = /^[\s\ufeff]*[=+\-@\t\r\n|%＝＋－＠]/.test(text) ? `'${text}` : text
  return /[",;\t\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
