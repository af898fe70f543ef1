import { db, rowsOf } from '#studio/data/data.ts'
import { centsOf, type EventDraft, type TypeDraft } from './event-draft.ts'
import type { EventRow } from './event-rows.ts'
import { momentIn } from './zoned-time.ts'

/**
 * Stores an event with its types and their seats. It takes several calls; a new event is a draft meanwhile, and saving again
 * continues with what is stored.
 * @returns its id
 */
export async function saveEvent(
  tenantId: string,
  before: EventRow | undefined,
  draft: EventDraft,
): Promise<string> {
  const { zone } = draft
  const id = await upsert('ticket_events', tenantId, before?.id, {
    title: draft.title.trim(),
    summary: draft.summary.trim() || null,
    place: draft.isOnline ? null : draft.place.trim(),
    zone,
    starts_at: momentIn(draft.startsAt, zone),
    ends_at: momentIn(draft.endsAt, zone),
    currency: draft.currency,
  })
  for (const [position, type] of draft.types.entries())
    await saveType({ tenantId, eventId: id, draft, position }, type, before)
  const kept = new Set(draft.types.map((type) => type.id))
  for (const type of before?.types ?? []) {
    if (kept.has(type.id)) continue
    await remove('ticket_types', tenantId, type.id)
    if (!type.isShared) for (const quota of type.quotas) await remove('ticket_quotas', tenantId, quota.id)
  }
  return id
}

interface Of {
  tenantId: string
  eventId: string
  draft: EventDraft
  position: number
}

async function saveType(
  { tenantId, eventId, draft, position }: Of,
  type: TypeDraft,
  before: EventRow | undefined,
) {
  const { zone, currency } = draft
  const named = { name: type.name.trim() }
  const quota = type.isShared
    ? undefined
    : await upsert(
        'ticket_quotas',
        tenantId,
        type.quotaId,
        { ...named, capacity: Number(type.seats) },
        { event_id: eventId },
      )
  const id = await upsert(
    'ticket_types',
    tenantId,
    type.id,
    {
      ...named,
      description: type.description.trim() || null,
      position,
      price_cents: centsOf(type.price, currency),
      sale_from: momentIn(type.saleFrom, zone) ?? null,
      sale_until: momentIn(type.saleUntil, zone) ?? null,
      max_per_order: Number(type.most),
      has_waiting_list: type.hasWaitingList,
    },
    { event_id: eventId },
  )
  if (quota && !type.quotaId)
    rowsOf(
      await db
        .from('ticket_type_quotas')
        .insert({ tenant_id: tenantId, event_id: eventId, type_id: id, quota_id: quota })
        .select('type_id'),
    )
  const { early } = type
  if (early.until)
    await upsert(
      'ticket_phases',
      tenantId,
      early.id,
      { price_cents: centsOf(early.price, currency), until_at: momentIn(early.until, zone) },
      { type_id: id, position: 0 },
    )
  else
    for (const phase of before?.types.find((one) => one.id === id)?.phases ?? [])
      if (phase.until_at) await remove('ticket_phases', tenantId, phase.id)
}

/** @param fixed columns that only a new row gets */
async function upsert(
  table: string,
  tenantId: string,
  id: string | undefined,
  columns: object,
  fixed: object = {},
): Promise<string> {
  const [row] = rowsOf(
    id === undefined
      ? await db
          .from(table)
          .insert({ tenant_id: tenantId, ...fixed, ...columns })
          .select('id')
      : await db.from(table).update(columns).eq('tenant_id', tenantId).eq('id', id).select('id'),
  ) as { id: string }[]
  if (!row) throw new Error(`${table}: nothing was changed`)
  return row.id
}

const remove = async (table: string, tenantId: string, id: string) =>
  rowsOf(await db.from(table).delete().eq('tenant_id', tenantId).eq('id', id).select('id'))
