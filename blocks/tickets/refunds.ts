import { sql } from 'kysely'
import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { tenantWith } from '#kernel/tenant-with.ts'
import type { EventRefunds } from './endpoints-studio.ts'
import { refusing } from './refusals.ts'

/** Starts the job that sends what was queued. Without it the repair of payments does, within minutes. */
export const sendRefunds = (kernel: Kernel): Promise<void> =>
  kernel.database.asService('server: send queued refunds', (db) => kernel.jobs.send(db, 'queued-refunds', {}))

type OfEvent = { tenantId: string; eventId: string }

/**
 * Cancels an event and queues the refunds of its orders. Two transactions: the second one sees every order that was settled before the
 * event was canceled, and those settled later are refunded by their own trigger.
 * @throws {AppError} tenant_not_found, right_missing, event_not_found
 */
export async function cancelEvent(kernel: Kernel, claims: Claims, of: OfEvent): Promise<EventRefunds> {
  const { tenantId, eventId } = of
  await refusing(
    kernel.database.withClaims(claims, async (db) => {
      await tenantWith(db, tenantId, 'orders')
      await sql`select app.close_event(${tenantId}, ${eventId})`.execute(db)
    }),
  )
  await refusing(
    kernel.database.withClaims(claims, (db) =>
      sql`select app.cancel_event(${tenantId}, ${eventId})`.execute(db),
    ),
  )
  await sendRefunds(kernel)
  return readEventRefunds(kernel, claims, of)
}

/** @throws {AppError} tenant_not_found, right_missing */
export function readEventRefunds(
  kernel: Kernel,
  claims: Claims,
  { tenantId, eventId }: OfEvent,
): Promise<EventRefunds> {
  return kernel.database.withClaims(claims, async (db) => {
    await tenantWith(db, tenantId, 'orders')
    const { rows } = await sql<{
      refunds: EventRefunds
    }>`select app.event_refunds(${tenantId}, ${eventId}) as refunds`.execute(db)
    return rows[0]!.refunds
  })
}

/**
 * Cancels a ticket for the staff, with a refund of at most its price.
 * @throws {AppError} tenant_not_found, right_missing, ticket_not_found
 */
export async function endTicket(
  kernel: Kernel,
  claims: Claims,
  { tenantId, ticketId, refund_cents }: { tenantId: string; ticketId: string; refund_cents?: number },
): Promise<{ canceled: boolean }> {
  const { rows } = await refusing(
    kernel.database.withClaims(claims, async (db) => {
      await tenantWith(db, tenantId, 'orders')
      return sql<{ canceled: boolean }>`
        select app.end_ticket(${tenantId}, ${ticketId}, ${refund_cents ?? null}) as canceled`.execute(db)
    }),
  )
  await sendRefunds(kernel)
  return { canceled: rows[0]!.canceled }
}
