import { sql } from 'kysely'
import type { Db } from '#kernel/db/database.ts'
import type { GivenPhase, GivenQuota, GivenType } from './endpoints-save.ts'
import { atField } from './field-faults.ts'
import { ticketErrors } from './errors.ts'

interface OfEvent {
  tenantId: string
  eventId: string
}

/**
 * Rows that do not change are not written: a plan that ended refuses writes, and what it paid for stays.
 * @returns the ids by place in the list
 */
export async function saveQuotas(
  db: Db,
  { tenantId, eventId }: OfEvent,
  given: GivenQuota[],
): Promise<string[]> {
  const stored = await db
    .selectFrom('ticket_quotas')
    .select(['id', 'name', 'capacity'])
    .where('tenant_id', '=', tenantId)
    .where('event_id', '=', eventId)
    // All of them at once and by id, as every function that locks seats does.
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const ids: string[] = []
  const inOrder = [...given.entries()].toSorted(([, a], [, b]) => ((a.id ?? '~') < (b.id ?? '~') ? -1 : 1))
  for (const [place, { id, name, capacity }] of inOrder) {
    const before = stored.find((quota) => quota.id === id)
    if (id && !before) throw ticketErrors.event_changed()
    if (before && before.name === name && before.capacity === capacity) ids[place] = before.id
    else
      ids[place] = await atField(['quotas', place, 'capacity'], async () => {
        const row = id
          ? await db
              .updateTable('ticket_quotas')
              .set({ name, capacity })
              .where('tenant_id', '=', tenantId)
              .where('id', '=', id)
              .returning('id')
              .executeTakeFirstOrThrow()
          : await db
              .insertInto('ticket_quotas')
              .values({ tenant_id: tenantId, event_id: eventId, name, capacity })
              .returning('id')
              .executeTakeFirstOrThrow()
        return row.id
      })
  }
  return ids
}

/** Stores the types with their seats and prices; add-ons come after what they are added to. @returns the ids by place */
export async function saveTypes(
  db: Db,
  of: OfEvent,
  given: GivenType[],
  quotas: readonly string[],
): Promise<string[]> {
  const ids: string[] = []
  const inOrder = [...given.entries()].toSorted(
    ([, a], [, b]) => Number(a.addon_of !== null) - Number(b.addon_of !== null),
  )
  for (const [place, type] of inOrder)
    ids[place] = await atField(['types', place], () => saveType(db, of, type, place, ids))
  // Links that end first, because a type takes seats of at most three quotas at any time.
  for (const [place, type] of given.entries())
    await unlink(
      db,
      of,
      ids[place]!,
      type.quotas.map((quota) => quotas[quota]!),
    )
  for (const [place, type] of given.entries()) {
    await atField(['types', place, 'quotas'], () =>
      link(
        db,
        of,
        ids[place]!,
        type.quotas.map((quota) => quotas[quota]!),
      ),
    )
    await atField(['types', place, 'phases'], () => savePhases(db, of, ids[place]!, type.phases))
  }
  return ids
}

async function saveType(
  db: Db,
  { tenantId, eventId }: OfEvent,
  given: GivenType,
  position: number,
  ids: readonly string[],
): Promise<string> {
  const { id, quotas: _, phases: __, addon_of, questions, ...columns } = given
  const set = {
    ...columns,
    position,
    addon_of: addon_of === null ? null : ids[addon_of]!,
    questions: JSON.stringify(questions),
  }
  if (!id) {
    const made = await db
      .insertInto('ticket_types')
      .values({ tenant_id: tenantId, event_id: eventId, ...set })
      .returning('id')
      .executeTakeFirstOrThrow()
    return made.id
  }
  const own = db
    .selectFrom('ticket_types as t')
    .where('t.tenant_id', '=', tenantId)
    .where('t.event_id', '=', eventId)
    .where('t.id', '=', id)
  const before = await own
    .select(
      sql<boolean>`to_jsonb(t) @> to_jsonb(jsonb_populate_record(t, ${JSON.stringify({ ...set, questions })}::jsonb))`.as(
        'same',
      ),
    )
    .executeTakeFirst()
  if (!before) throw ticketErrors.event_changed()
  if (!before.same)
    await db
      .updateTable('ticket_types')
      .set(set)
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .execute()
  return id
}

const linksOf = (db: Db, { tenantId, eventId }: OfEvent, typeId: string) =>
  db
    .selectFrom('ticket_type_quotas')
    .select('quota_id')
    .where('tenant_id', '=', tenantId)
    .where('event_id', '=', eventId)
    .where('type_id', '=', typeId)
    .execute()

async function unlink(db: Db, of: OfEvent, typeId: string, quotas: readonly string[]): Promise<void> {
  for (const { quota_id } of await linksOf(db, of, typeId))
    if (!quotas.includes(quota_id))
      await db
        .deleteFrom('ticket_type_quotas')
        .where('tenant_id', '=', of.tenantId)
        .where('type_id', '=', typeId)
        .where('quota_id', '=', quota_id)
        .execute()
}

async function link(db: Db, of: OfEvent, typeId: string, quotas: readonly string[]): Promise<void> {
  const stored = (await linksOf(db, of, typeId)).map(({ quota_id }) => quota_id)
  for (const quota of quotas)
    if (!stored.includes(quota))
      await db
        .insertInto('ticket_type_quotas')
        .values({ tenant_id: of.tenantId, event_id: of.eventId, type_id: typeId, quota_id: quota })
        .execute()
}

/** All of them, if one has changed: each position is taken once, and nothing refers to a phase. */
async function savePhases(
  db: Db,
  { tenantId }: OfEvent,
  typeId: string,
  given: readonly GivenPhase[],
): Promise<void> {
  const stored = await db
    .selectFrom('ticket_phases')
    .select(['name', 'price_cents', 'until_at', 'until_sold'])
    .where('tenant_id', '=', tenantId)
    .where('type_id', '=', typeId)
    .orderBy('position')
    .execute()
  const plain = (phase: {
    name: unknown
    price_cents: unknown
    until_at: string | Date | null
    until_sold: unknown
  }) => [
    phase.name,
    phase.price_cents,
    phase.until_at && new Date(phase.until_at).toISOString(),
    phase.until_sold,
  ]
  if (JSON.stringify(stored.map(plain)) === JSON.stringify(given.map(plain))) return
  await db
    .deleteFrom('ticket_phases')
    .where('tenant_id', '=', tenantId)
    .where('type_id', '=', typeId)
    .execute()
  if (given.length > 0)
    await db
      .insertInto('ticket_phases')
      .values(given.map((phase, position) => ({ tenant_id: tenantId, type_id: typeId, position, ...phase })))
      .execute()
}

/** What was added after the caller has read the event is not deleted. */
function refuseUnseen(gone: readonly { id: string }[], seen: readonly string[] | undefined): void {
  if (seen && gone.some(({ id }) => !seen.includes(id))) throw ticketErrors.event_changed()
}

/** Deletes the types that are not given any more; add-ons before what they are added to. */
export async function removeTypes(
  db: Db,
  { tenantId, eventId }: OfEvent,
  kept: readonly string[],
  seen?: readonly string[],
): Promise<void> {
  const left = await db
    .selectFrom('ticket_types')
    .select(['id', 'addon_of'])
    .where('tenant_id', '=', tenantId)
    .where('event_id', '=', eventId)
    .execute()
  const gone = left
    .filter(({ id }) => !kept.includes(id))
    .toSorted((a, b) => Number(a.addon_of === null) - Number(b.addon_of === null))
  refuseUnseen(gone, seen)
  for (const { id } of gone)
    await atField(['types'], () =>
      db.deleteFrom('ticket_types').where('tenant_id', '=', tenantId).where('id', '=', id).execute(),
    )
}

export async function removeQuotas(
  db: Db,
  { tenantId, eventId }: OfEvent,
  kept: readonly string[],
  seen?: readonly string[],
): Promise<void> {
  const left = await db
    .selectFrom('ticket_quotas')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('event_id', '=', eventId)
    .orderBy('id')
    .execute()
  const gone = left.filter(({ id }) => !kept.includes(id))
  refuseUnseen(gone, seen)
  for (const { id } of gone)
    await atField(['quotas'], () =>
      db.deleteFrom('ticket_quotas').where('tenant_id', '=', tenantId).where('id', '=', id).execute(),
    )
}
