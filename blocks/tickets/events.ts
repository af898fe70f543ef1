import { sql } from 'kysely'
import type { Claims } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { RouteContext } from '#kernel/http/route.ts'
import { tenantWith } from '#kernel/tenant-with.ts'
import { networkOf } from './carts.ts'
import { eventState } from './event-state.ts'
import { ticketErrors } from './errors.ts'
import type { TicketEvent } from './endpoints.ts'
import { found, refusing } from './refusals.ts'

/** What `app.event_view` returns: the event without its state, which follows from the types. */
type EventRow = Omit<TicketEvent, 'state'> & { is_canceled: boolean; is_over: boolean }

const viewed = ({ is_canceled, is_over, ...event }: EventRow): TicketEvent => ({
  ...event,
  state: eventState({ is_canceled, is_over }, event.types),
})

/** @throws {AppError} event_not_found, also for a draft and for an event that is for others */
export async function readEvent(
  kernel: Kernel,
  claims: Claims,
  id: string,
  code?: string,
): Promise<TicketEvent> {
  const { rows } = await kernel.database.once<{ event: EventRow | null }>(claims, {
    name: 'ticket event',
    text: 'select app.event_view($1, $2) as event',
    values: [id, code ?? null],
  })
  return viewed(found(rows[0]?.event, ticketErrors.event_not_found))
}

/** Codes have three characters or more, so guessing must be slow; the block repeats the one that counts while it is visible. */
const CODES_PER_ADDRESS = { points: 600, seconds: 600 }

/** @throws {AppError} as readEvent */
export async function readEventWithCode(
  c: RouteContext<{ event: string; code?: string }>,
): Promise<TicketEvent> {
  const { kernel, claims, input } = c
  if (input.code) await kernel.limits.take('tickets.code', networkOf(c), CODES_PER_ADDRESS)
  return readEvent(kernel, claims, input.event, input.code)
}

export async function listEvents(
  kernel: Kernel,
  claims: Claims,
  { series, from, until }: { series?: string; from?: string; until?: string },
): Promise<{ events: TicketEvent[] }> {
  const { rows } = await kernel.database.once<{ event: EventRow }>(claims, {
    name: 'ticket events',
    text: 'select app.list_events($1, $2, $3) as event',
    values: [series ?? null, from ?? null, until ?? null],
  })
  return { events: rows.map(({ event }) => viewed(event)) }
}

/** For the Studio. @throws {AppError} tenant_not_found, right_missing, event_not_found */
export async function previewEvent(
  kernel: Kernel,
  claims: Claims,
  { tenantId, eventId }: { tenantId: string; eventId: string },
): Promise<TicketEvent> {
  const event = await kernel.database.withClaims(claims, async (db) => {
    await tenantWith(db, tenantId, 'content')
    const { rows } = await sql<{ event: EventRow | null }>`
      select app.preview_event(${tenantId}, ${eventId}) as event`.execute(db)
    return rows[0]?.event
  })
  return viewed(found(event, ticketErrors.event_not_found))
}

/** @throws {AppError} tenant_not_found, right_missing, event_not_found, plan_required */
export function repeatEvent(
  kernel: Kernel,
  claims: Claims,
  {
    tenantId,
    eventId,
    seriesId,
    days,
  }: { tenantId: string; eventId: string; seriesId?: string; days: number[] },
): Promise<{ events: string[] }> {
  return refusing(
    kernel.database.withClaims(claims, async (db) => {
      await tenantWith(db, tenantId, 'content')
      const series = await seriesFor(db, { tenantId, eventId, ...(seriesId && { seriesId }) })
      const { rows } = await sql<{ id: string }>`
        select app.repeat_event(${tenantId}, ${eventId}, ${series}, d.day) as id
        from unnest(${[...new Set(days)]}::integer[]) as d (day)`.execute(db)
      return { events: rows.map(({ id }) => id) }
    }),
  )
}

/** The series to repeat an event in: the one that is given, the event's own, or a new one that begins with it. */
async function seriesFor(
  db: Db,
  { tenantId, eventId, seriesId }: { tenantId: string; eventId: string; seriesId?: string },
): Promise<string> {
  if (seriesId) {
    const series = await db
      .selectFrom('ticket_series')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('id', '=', seriesId)
      .executeTakeFirst()
    return found(series, ticketErrors.event_not_found).id
  }
  // Locked, so that two calls at once make one series.
  const event = await db
    .selectFrom('ticket_events')
    .select(['title', 'series_id'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', eventId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const { title, series_id } = found(event, ticketErrors.event_not_found)
  if (series_id) return series_id
  const { id } = await db
    .insertInto('ticket_series')
    .values({ tenant_id: tenantId, title })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('ticket_events')
    .set({ series_id: id })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', eventId)
    .execute()
  return id
}
