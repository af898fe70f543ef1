import { sql } from 'kysely'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { queueEmail } from '#kernel/mail/letter-jobs.ts'
import { newToken, tokenHash } from '#kernel/secrets/one-time-token.ts'

/** Tickets that one transaction looks at. */
const BATCH = 200
/** Offers that one run makes; the next one is a minute later. */
const OFFERS = 200

interface Due {
  tenant_id: string
  ticket_id: string
  kind: string
}

interface DueMessage {
  tenant_id: string
  ticket_id: string
  message_id: string
  transfers: number
}

/**
 * Queues the emails about tickets that were issued or given away, and about events that changed, were canceled or are tomorrow. What is
 * queued is marked in the same transaction, so each is queued once, whichever server does it.
 */
export async function queueTicketMail(kernel: Kernel): Promise<void> {
  const take = (what: 'take_unmailed_tickets' | 'take_ticket_notices' | 'take_ticket_messages') =>
    kernel.database.asService('job: queue emails about tickets', async (db) => {
      if (what === 'take_ticket_messages') return queueMessages(kernel, db)
      const { rows } = await sql<Due>`select * from app.${sql.raw(what)}(${BATCH})`.execute(db)
      for (const due of rows) await queue(kernel, db, due)
      return rows.length > 0 || (what === 'take_ticket_notices' && (await isNoticeDue(db)))
    })
  while (await take('take_unmailed_tickets'));
  while (await take('take_ticket_notices'));
  while (await take('take_ticket_messages'));
}

const queue = (kernel: Kernel, db: Db, { tenant_id: tenant, ticket_id: ticket, kind }: Due) =>
  queueEmail(kernel, db, `tickets-${kind}`, { tenant, ticket })

/** @returns whether there may be more */
async function queueMessages(kernel: Kernel, db: Db): Promise<boolean> {
  const { rows } = await sql<DueMessage>`select * from app.take_ticket_messages(${BATCH})`.execute(db)
  for (const { tenant_id: tenant, ticket_id: ticket, message_id: message, transfers } of rows)
    await queueEmail(
      kernel,
      db,
      'tickets-message',
      { tenant, ticket, message, transfers: String(transfers) },
      // Thousands at once must not delay the receipts and links of others.
      { isBulk: true },
    )
  return rows.length === BATCH
}

/** A batch of an event may have no owner that was not written to before. */
async function isNoticeDue(db: Db): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (select from app.ticket_notices n where n.due_at <= now()) as due`.execute(db)
  return rows[0]!.due
}

/**
 * Offers seats that became free to those who wait, in the order in which they came. The letter makes the token of its link, because jobs
 * contain no secrets; until then no one has one.
 */
export async function offerTickets(kernel: Kernel): Promise<void> {
  const { rows } = await kernel.database.asService('job: find who waits for tickets', (db) =>
    sql<{ tenant_id: string; wait_id: string }>`select * from app.waits_to_offer(${OFFERS})`.execute(db),
  )
  for (const { tenant_id: tenant, wait_id: wait } of rows)
    await kernel.database.asService('job: offer tickets', async (db) => {
      const { rows: offers } = await sql<{ made: boolean }>`
        select app.offer_tickets(${tenant}, ${wait}, ${tokenHash(newToken())}) as made`.execute(db)
      if (offers[0]!.made) await queueEmail(kernel, db, 'tickets-offer', { tenant, wait })
    })
}
