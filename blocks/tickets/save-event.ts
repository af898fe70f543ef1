import { sql } from 'kysely'
import type { Claims } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { tenantWith } from '#kernel/tenant-with.ts'
import type { GivenEvent } from './endpoints-save.ts'
import { ticketErrors } from './errors.ts'
import { atField } from './field-faults.ts'
import { removeQuotas, removeTypes, saveQuotas, saveTypes } from './save-types.ts'

interface Saved {
  tenantId: string
  id?: string
  seen_at?: string
  seen?: string[]
  event: GivenEvent
}

/**
 * Stores an event with all that is sold for it, in one transaction with the rights of the caller: policies and plans decide each row.
 * @throws {AppError} tenant_not_found, right_missing, event_not_found, event_changed, seats_taken, plan_required, invalid_input
 */
export function saveEvent(
  kernel: Kernel,
  claims: Claims,
  { tenantId, id, seen_at, seen, event }: Saved,
): Promise<{ id: string }> {
  return kernel.database.withClaims(claims, async (db) => {
    await tenantWith(db, tenantId, 'content')
    // First, because it locks the event: carts wait, so that the seats are locked in the order of their ids, as everywhere.
    const eventId = id
      ? await changeEvent(db, { tenantId, id, event, ...(seen_at && { seen_at }) })
      : await makeEvent(db, tenantId, event)
    await saveSecrets(db, { tenantId, eventId }, event)
    const of = { tenantId, eventId }
    const quotas = await saveQuotas(db, of, event.quotas)
    const types = await saveTypes(db, of, event.types, quotas)
    await removeTypes(db, of, types, seen)
    await removeQuotas(db, of, quotas, seen)
    return { id: eventId }
  })
}

const columnsOf = (event: GivenEvent) => {
  const { quotas: _, types: __, online_url: ___, recording_url: ____, ...columns } = event
  return columns
}

async function makeEvent(db: Db, tenantId: string, event: GivenEvent): Promise<string> {
  const { id } = await atField([], () =>
    db
      .insertInto('ticket_events')
      .values({ tenant_id: tenantId, ...columnsOf(event) })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return id
}

/** Also when nothing of the event itself changes, so that `updated_at` tells those who saw an older state. */
async function changeEvent(
  db: Db,
  { tenantId, id, seen_at, event }: Saved & { id: string },
): Promise<string> {
  const changed = await atField([], () =>
    db
      .updateTable('ticket_events')
      .set(columnsOf(event))
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .$if(seen_at !== undefined, (query) =>
        query.where('updated_at', '=', sql<Date>`${seen_at}::timestamptz`),
      )
      .returning('id')
      .executeTakeFirst(),
  )
  if (changed) return changed.id
  const found = await db
    .selectFrom('ticket_events')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst()
  throw found ? ticketErrors.event_changed() : ticketErrors.event_not_found()
}

async function saveSecrets(
  db: Db,
  { tenantId, eventId }: { tenantId: string; eventId: string },
  { online_url, recording_url }: GivenEvent,
): Promise<void> {
  if (online_url === null && recording_url === null)
    await db
      .deleteFrom('ticket_event_secrets')
      .where('tenant_id', '=', tenantId)
      .where('event_id', '=', eventId)
      .execute()
  else
    await atField(['online_url'], () =>
      db
        .insertInto('ticket_event_secrets')
        .values({ tenant_id: tenantId, event_id: eventId, online_url, recording_url })
        .onConflict((conflict) =>
          conflict.columns(['tenant_id', 'event_id']).doUpdateSet({ online_url, recording_url }),
        )
        .execute(),
    )
}
