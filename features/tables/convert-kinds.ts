import { sql } from 'kysely'
import { convertValue } from '#kernel/browser/fields/convert-value.ts'
import type { Field } from '#kernel/browser/fields/field.ts'
import type { Value } from '#kernel/browser/fields/read-value.ts'
import { slotType } from '#kernel/browser/fields/slots.ts'
import type { Db } from '#kernel/db/database.ts'
import type { OfTable } from './endpoints.ts'

interface Conversion {
  from: Field
  to: Field
}

/**
 * Moves the values of fields whose kind changes to where the new kind is stored. Values that it cannot have become none, as the
 * preview in the Studio shows with the same function.
 */
export async function convertKinds(db: Db, table: OfTable, before: Field[], after: Field[]): Promise<void> {
  const old = new Map(before.map((field) => [field.id, field]))
  const conversions = after.flatMap((to): Conversion[] => {
    const from = old.get(to.id)
    return from && from.kind !== to.kind ? [{ from, to }] : []
  })
  // All are read before any is written: a slot that one field leaves may be the next one's.
  const read: { id: string; value: Value }[][] = []
  for (const { from } of conversions) read.push(await valuesOf(db, table, from))
  for (const { from } of conversions) await clear(db, table, from)
  for (const [at, { from, to }] of conversions.entries()) {
    const values = read[at]!.map(({ id, value }) => ({ id, value: convertValue(from, to, value) ?? null }))
    await write(
      db,
      table,
      to,
      values.filter(({ value }) => value !== null),
    )
  }
}

async function valuesOf(db: Db, { tenantId, tableId }: OfTable, { id, slot }: Field) {
  const value = slot ? sql`to_jsonb(r) -> ${sql.lit(slot)}` : sql`r.extra -> ${sql.lit(id)}`
  const { rows } = await sql<{ id: string; value: Value }>`select id, value from (
      select r.id, ${value} as value from app.records r where r.tenant_id = ${tenantId} and r.table_id = ${tableId}) as v
    where value is not null and value <> 'null'`.execute(db)
  return rows
}

async function clear(
  db: Db,
  { tenantId, tableId }: OfTable,
  { id, slot, unique_slot }: Field,
): Promise<void> {
  const sets = [slot, unique_slot].flatMap((name) => (name ? [sql`${sql.ref(name)} = null`] : []))
  await sql`update app.records set ${sql.join([...sets, sql`extra = extra - ${id}::text`])}
    where tenant_id = ${tenantId} and table_id = ${tableId}`.execute(db)
}

/** A unique slot is filled afterwards, when it is known which fields are unique. */
async function write(
  db: Db,
  { tenantId, tableId }: OfTable,
  { id, slot }: Field,
  values: { id: string; value: Value }[],
): Promise<void> {
  if (values.length === 0) return
  const set = slot
    ? sql`${sql.ref(slot)} = v.value`
    : sql`extra = r.extra || jsonb_build_object(${id}::text, v.value)`
  const type = sql.raw(slot ? slotType(slot) : 'jsonb')
  await sql`update app.records r set ${set}
    from json_to_recordset(${JSON.stringify(values)}::json) as v (id uuid, value ${type})
    where r.tenant_id = ${tenantId} and r.table_id = ${tableId} and r.id = v.id`.execute(db)
}
