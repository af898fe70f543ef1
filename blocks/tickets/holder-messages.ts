import { sql } from 'kysely'
import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { tenantWith } from '#kernel/tenant-with.ts'
import type { MessagePreview, TypedMessage } from './endpoints-messages.ts'
import { ticketErrors } from './errors.ts'
import { messageParts } from './mail/message-parts.ts'
import { found, refusing } from './refusals.ts'

/** Messages that a tenant sends in a day, to any number of holders. */
const PER_TENANT = { points: 20, seconds: 86_400 }

type OfEvent = { tenantId: string; eventId: string }

/** @throws {AppError} tenant_not_found, right_missing, event_not_found */
export function previewMessage(
  kernel: Kernel,
  claims: Claims,
  { tenantId, eventId, types, subject, body }: OfEvent & TypedMessage,
): Promise<MessagePreview> {
  return kernel.database.withClaims(claims, async (db) => {
    const tenant = await tenantWith(db, tenantId, 'people')
    const event = await db
      .selectFrom('ticket_events')
      .select(['title', 'place', 'zone', 'starts_at'])
      .where('tenant_id', '=', tenantId)
      .where('id', '=', eventId)
      .executeTakeFirst()
    const about = found(event, ticketErrors.event_not_found)
    const { rows } = await sql<{ recipients: number }>`
      select count(distinct lower(k.owner_email))::integer as recipients from public.tickets k
      where k.tenant_id = ${tenantId} and k.event_id = ${eventId} and k.state = 'valid' and k.mode = ${tenant.stripe_mode}
        and k.owner_email is not null and app.reads_ticket_messages(k.mode, k.owner_email)
        and (${types}::uuid[] = '{}' or k.type_id = any (${types}::uuid[]))`.execute(db)
    const isTest = tenant.stripe_mode === 'test'
    const { button, ...parts } = messageParts(
      { ...about, site: tenant.name, language: 'en', isTest },
      { subject, body },
    )
    return {
      recipients: rows[0]!.recipients,
      letter: { from: tenant.name, ...parts, button },
    }
  })
}

/**
 * Stores a message with everyone who gets it; the job queues the emails.
 * @throws {AppError} tenant_not_found, right_missing, event_not_found, plan_required, no_holders, holders_changed, message_taken, too_many_requests
 */
export async function sendMessage(
  kernel: Kernel,
  claims: Claims,
  {
    tenantId,
    eventId,
    id,
    types,
    subject,
    body,
    recipients,
  }: OfEvent & TypedMessage & { id: string; recipients: number },
): Promise<{ recipients: number }> {
  const stored = await kernel.database.withClaims(claims, async (db) => {
    await tenantWith(db, tenantId, 'people')
    return db
      .selectFrom('ticket_messages')
      .select(['recipients', 'event_id', 'type_ids', 'subject', 'body'])
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .executeTakeFirst()
  })
  // A repeated call is no further message.
  if (stored) {
    const [first, now] = [
      [stored.event_id, stored.type_ids, stored.subject, stored.body],
      [eventId.toLowerCase(), types.map((type) => type.toLowerCase()), subject, body],
    ].map((message) => JSON.stringify(message))
    if (first !== now) throw ticketErrors.message_taken()
    return { recipients: stored.recipients }
  }
  return refusing(
    kernel.database.withClaims(claims, async (db) => {
      const { rows } = await sql<{ recipients: number }>`
        select app.send_ticket_message(${tenantId}, ${id}, ${eventId}, ${types}::uuid[], ${subject}, ${body}, ${recipients})
          as recipients`.execute(db)
      // Before the commit: a message that is refused is not one of the day.
      await kernel.limits.take('tickets.message', tenantId, PER_TENANT)
      return { recipients: rows[0]!.recipients }
    }),
  )
}
