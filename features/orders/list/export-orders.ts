import type { Columns } from '#kernel/csv.ts'
import { csvFile, major } from '#kernel/csv.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Order, OrderQuery } from '../endpoints.ts'
import { matching } from './list-orders.ts'

/** Maximum rows, more than a spreadsheet handles well. The query's dates can narrow a longer list. */
const MOST = 50_000

/**
 * Returns the orders of a query as a CSV file.
 * @throws {AppError} tenant_not_found
 */
export async function exportOrders(db: Db, query: OrderQuery): Promise<Response> {
  return csvFile('orders.csv', COLUMNS, (await matching(db, query, MOST)).rows)
}

const COLUMNS: Columns<Order> = {
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
