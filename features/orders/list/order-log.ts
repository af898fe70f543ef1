import { sql } from 'kysely'
import type { Db } from '#kernel/db/database.ts'
import type { OrderLog, WebhookNote } from '../endpoints.ts'
import { orderErrors } from '../errors.ts'

/**
 * Reads the emails and webhooks that were sent about an order of the caller's own tenant, oldest first.
 * @throws {AppError} order_not_found, also for another creator's order
 */
export async function orderLog(db: Db, orderId: string): Promise<OrderLog> {
  const order = await db.selectFrom('orders').select('tenant_id').where('id', '=', orderId).executeTakeFirst()
  if (!order) throw orderErrors.order_not_found()
  const emails = await db
    .selectFrom('app.order_letters')
    .select(['letter', 'sent_at'])
    .where('tenant_id', '=', order.tenant_id)
    .where('order_id', '=', orderId)
    .orderBy('id')
    .limit(100)
    .execute()
  const { rows } = await sql<Omit<WebhookNote, 'host' | 'at'> & { url: string; at: Date }>`
    select * from app.webhook_deliveries_of(${order.tenant_id}, ${orderId})`.execute(db)
  return {
    emails: emails.map(({ letter, sent_at }) => ({ letter, at: sent_at.toISOString() })),
    // The path of an address may hold a secret.
    webhooks: rows.map(({ url, at, ...row }) => ({ ...row, host: new URL(url).host, at: at.toISOString() })),
  }
}
