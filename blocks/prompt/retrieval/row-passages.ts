import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Field } from '#kernel/browser/fields/field.ts'
import type { Value } from '#kernel/browser/fields/read-value.ts'
import { valueText } from '#kernel/browser/fields/value-text.ts'
import type { Claims } from '#kernel/db/claims.ts'
import { sqlState } from '#kernel/db/database-error.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { accessOf } from '#kernel/records/caller-access.ts'
import { isOpenField } from '#kernel/records/description.ts'
import type { TableDescription, TenantTables } from '#kernel/records/description.ts'
import { STALE_TABLES } from '#kernel/records/tables-cache.ts'
import type { Passage } from './passage.ts'
import type { KnownSource, Query } from './retrieve.ts'

const MOST = 40
const MOST_TEXT = 1600
/** A table without an index for this is read whole, so the work ends after this time. */
const TIMEOUT_MS = 3000
/** Kinds whose values are words or numbers that a sentence can be about. */
const TOLD = new Set([
  'text',
  'long_text',
  'email',
  'phone',
  'link',
  'choice',
  'choices',
  'number',
  'money',
  'rating',
  'date',
  'date_time',
  'yes_no',
])

/** Rows of an own table that the asking person may see, with the fields that exist for them. */
export async function rowPassages(
  kernel: Kernel,
  claims: Claims,
  source: KnownSource,
  { words }: Query,
): Promise<Passage[]> {
  if (words.length === 0) return []
  return withTable(kernel, claims, source, (known) =>
    readRows(
      kernel,
      claims,
      known,
      sql`and ${wholeText(known.fields)} ilike any (array[${sql.join(words.map((word) => pattern(word)))}])
      order by (select count(*) from unnest(array[${sql.join(words.map((word) => pattern(word)))}]) as w (word)
        where ${wholeText(known.fields)} ilike w.word) desc, r.id limit ${MOST}`,
    ),
  )
}

/** One of them again, if the person may see it now. */
export async function rowPassage(
  kernel: Kernel,
  claims: Claims,
  source: KnownSource,
  ref: string,
): Promise<Passage | undefined> {
  const [row] = await withTable(kernel, claims, source, (known) =>
    readRows(kernel, claims, known, sql`and r.id::text = ${ref}`),
  )
  return row
}

interface KnownTable {
  source: KnownSource
  tables: TenantTables
  table: TableDescription
  /** Those that the source uses and the person may see. */
  fields: Field[]
}

async function withTable(
  kernel: Kernel,
  claims: Claims,
  source: KnownSource,
  work: (known: KnownTable) => Promise<Passage[]>,
): Promise<Passage[]> {
  const described = async (tables: TenantTables) => {
    const table = [...tables.tables.values()].find(({ id }) => id === source.design.table?.table)
    if (!table) return []
    const access = await accessOf(kernel.database, claims)
    const chosen = new Set(source.design.table!.fields)
    const fields = table.fields.filter(
      (field) =>
        isOpenField(field, access) && TOLD.has(field.kind) && (chosen.size === 0 || chosen.has(field.id)),
    )
    return fields.length > 0 ? work({ source, tables, table, fields }) : []
  }
  try {
    return await described(await kernel.tables.current(claims.tenant!))
  } catch (error) {
    if (sqlState(error) !== STALE_TABLES) throw error
    return described(await kernel.tables.reload(claims.tenant!))
  }
}

async function readRows(
  { database }: Kernel,
  claims: Claims,
  { source, tables, table, fields }: KnownTable,
  more: RawBuilder<unknown>,
): Promise<Passage[]> {
  const values = fields.map((field) => sql`${sql.lit(field.id)}, ${jsonValue(field)}`)
  const { rows } = await database.withClaims(
    claims,
    (db) =>
      sql<{ id: string; values: Record<string, unknown> }>`
        select r.id, jsonb_strip_nulls(jsonb_build_object(${sql.join(values)})) as values from app.records r
        where r.tenant_id = ${tables.tenantId} and r.table_id = ${table.id}
          and (select app.check_tables(${tables.tenantId}, ${tables.revision})) ${more}`.execute(db),
    { readOnly: true, timeoutMs: TIMEOUT_MS },
  )
  return rows.map(({ id, values: found }) => passageOf(source, table, fields, id, found))
}

function passageOf(
  { id: source }: KnownSource,
  table: TableDescription,
  fields: readonly Field[],
  ref: string,
  values: Record<string, unknown>,
): Passage {
  const lines = fields.flatMap((field) => {
    const value = values[field.id]
    return value === undefined ? [] : [`${field.title}: ${wordsOf(field, value as Value)}`]
  })
  const first = fields.find(({ kind, id }) => kind === 'text' && typeof values[id] === 'string')
  const named = first ? `${table.title}: ${String(values[first.id]).slice(0, 120)}` : table.title
  return {
    kind: 'table',
    source,
    ref,
    title: named,
    text: lines.join('\n').slice(0, MOST_TEXT).toWellFormed(),
  }
}

/** A value as people see it: choices by their title. */
function wordsOf({ choices }: Field, value: Value): string {
  const title = (one: string) => choices?.find((choice) => choice.value === one)?.title ?? one
  if (typeof value === 'string') return title(value)
  return Array.isArray(value) ? value.map(title).join(', ') : valueText(value)
}

/** Slots and ids were checked by `describeTable`. */
const jsonValue = ({ id, slot }: Field) =>
  slot ? sql`to_jsonb(r.${sql.ref(slot)})` : sql`r.extra -> ${sql.lit(id)}`
const textValue = ({ id, slot }: Field) =>
  slot ? sql`r.${sql.ref(slot)}::text` : sql`r.extra ->> ${sql.lit(id)}`
const wholeText = (fields: readonly Field[]) => sql`concat_ws(' ', ${sql.join(fields.map(textValue))})`
const pattern = (word: string) => sql`${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`
