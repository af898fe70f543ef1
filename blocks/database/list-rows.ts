import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Field } from '#kernel/browser/fields/field.ts'
import { isFileKind } from '#kernel/browser/fields/file-types.ts'
import type { StoredFile } from '#kernel/browser/fields/read-value.ts'
import type { Claims } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { slotBit } from '#kernel/browser/fields/slots.ts'
import { extraSql } from '#kernel/records/field-types.ts'
import type { TableDescription, TenantTables } from '#kernel/records/description.ts'
import { STALE_TABLES } from '#kernel/records/tables-cache.ts'
import { sqlState } from '#kernel/db/database-error.ts'
import { linkTo } from '#services/storage/record-files/links.ts'
import type { ListClosed, ListedRow, ListPage, ListQuery } from './endpoints.ts'
import { formErrors } from './errors.ts'
import { askedOf } from './asked-fields.ts'
import type { AskedField } from '#kernel/browser/forms/form-design.ts'
import { DEFAULT_PAGE, MOST_IN_MONTH, isSearched, SORTED_KINDS } from '#kernel/browser/forms/list-design.ts'
import type { Layout, ListDesign } from '#kernel/browser/forms/list-design.ts'

/** A list as the server uses it for one caller. */
export interface OpenList {
  id: string
  title: string
  layout: Layout
  design: ListDesign
  tables: TenantTables
  table: TableDescription
  /** Fields that the list shows to this caller, in its order. */
  shown: Field[]
  /** Fields of an entry's own view, as `shown`; none if entries have no view. */
  detailed: Field[]
  /** The field of the list's own order, if this caller may see its values. */
  order: Field | undefined
  /** The field that places entries in a calendar. A visitor who may not see its values gets a list. */
  date: Field | undefined
}

/** Pages beyond this one are not read: a search finds rows faster. */
const MOST_PAGES = 500

/**
 * A list of the caller's tenant. Fields for an audience that the caller is not in do not exist in it.
 * @param fresh reads the tables again
 * @throws {AppError} list_not_found
 */
export async function openList(
  kernel: Kernel,
  claims: Claims,
  listId: string,
  fresh = false,
): Promise<OpenList> {
  const { rows } = await kernel.database.withClaims(claims, (db) =>
    sql<{
      id: string
      table_id: string
      title: string
      layout: Layout
      design: ListDesign
      audiences: string[]
    }>`select * from app.open_list(${listId})`.execute(db),
  )
  const list = rows[0]
  if (!list) throw formErrors.list_not_found()
  const find = ({ tables }: TenantTables) => [...tables.values()].find(({ id }) => id === list.table_id)
  let tables = await (fresh ? kernel.tables.reload(claims.tenant!) : kernel.tables.current(claims.tenant!))
  if (!find(tables)) tables = await kernel.tables.reload(claims.tenant!)
  const table = find(tables)
  if (!table) throw formErrors.list_not_found()
  const { id, title, design, audiences } = list
  // An audience may have been added after the list was saved. An order by hidden values would tell their relations.
  const visible = table.fields.filter(
    ({ audience }) => audience === undefined || audiences.includes(audience),
  )
  const named = (ids: readonly string[]) =>
    ids.map((field) => visible.find((one) => one.id === field)).filter((field) => field !== undefined)
  const [shown, detailed] = [named(design.fields), named(design.details ?? [])]
  const order = visible.find((one) => one.id === design.order)
  const date = list.layout === 'calendar' ? visible.find((one) => one.id === design.date) : undefined
  const layout = list.layout === 'calendar' && !date ? 'list' : list.layout
  return { id, title, layout, design, tables, table, shown, detailed, order, date }
}

/** Repeats work on a list if its table changed since it was described. */
export async function withList<T>(
  kernel: Kernel,
  claims: Claims,
  listId: string,
  work: (list: OpenList) => Promise<T>,
): Promise<T> {
  try {
    return await work(await openList(kernel, claims, listId))
  } catch (error) {
    if (sqlState(error) !== STALE_TABLES) throw error
    return work(await openList(kernel, claims, listId, true))
  }
}

/** What a page gets of the fields. */
export const listedFields = (fields: readonly Field[]): AskedField[] => fields.map(askedOf)

/** One row with the fields of its own view. @throws {AppError} row_not_found */
export async function readOneRow(
  kernel: Kernel,
  claims: Claims,
  list: OpenList,
  row: string,
): Promise<ListedRow> {
  if (list.detailed.length === 0) throw formErrors.row_not_found()
  const { rows } = await readRows(kernel, claims, { ...list, shown: list.detailed }, {}, row)
  if (!rows[0]) throw formErrors.row_not_found()
  return rows[0]
}

/**
 * One page of rows, or one row. Which rows exist for the caller is decided by row-level security alone.
 * @throws {AppError} bad_query
 */
export async function readRows(
  kernel: Kernel,
  claims: Claims,
  list: OpenList,
  query: ListQuery = {},
  only?: string,
): Promise<ListPage> {
  const { design, table, tables, shown, date } = list
  const isMonth = date !== undefined && (query.from !== undefined || query.until !== undefined)
  const size = isMonth ? MOST_IN_MONTH : (design.page_size ?? DEFAULT_PAGE)
  const page = Number(query.page ?? 0)
  if (!Number.isInteger(page) || page < 0 || page > MOST_PAGES) throw formErrors.bad_query()
  const conditions = [
    ...(only ? [sql`r.id = ${only}`] : []),
    ...filtersOf(list, query.filters),
    ...searchOf(list, query.search),
    ...(isMonth ? [inMonth(date, query)] : []),
  ]
  const fields = isMonth && !shown.includes(date) ? [...shown, date] : shown
  const { rows, closed } = await kernel.database.withClaims(claims, async (db) => {
    const found = await sql<ListedRow & { own: boolean }>`
      select ${rowColumns(fields, claims)}
      from app.records r
      where r.tenant_id = ${tables.tenantId} and r.table_id = ${table.id}
        and (select app.check_tables(${tables.tenantId}, ${tables.revision}))
        ${sql.join(
          conditions.map((condition) => sql`and ${condition}`),
          sql` `,
        )}
      order by ${isMonth ? typedValue(date) : orderOf(list, query.sort)}, r.id desc
      limit ${size + 1} offset ${page * size}`.execute(db)
    if (found.rows.length === 0 && only === undefined)
      return { rows: [], closed: await closedTo(db, claims, list) }
    const hasOwn = found.rows.some(({ own }) => own)
    return { rows: hasOwn ? await withRights(db, list, found.rows) : found.rows, closed: undefined }
  })
  const listed = rows.slice(0, size).map((row) => withLinks(kernel, claims, list, asListed(row, list)))
  return { rows: listed, more: rows.length > size, ...(closed && { closed }) }
}

/** Tells a list without rows from one whose rows the caller may not see. Members may be allowed to see only their own. */
async function closedTo(db: Db, { sub }: Claims, { table }: OpenList): Promise<ListClosed | undefined> {
  const own = sub
    ? sql`union all select app.tables_open_to_author('see') union all select app.tables_open_to_team('see')`
    : sql``
  const { rows } = await sql<{ open: boolean }>`
    select ${table.id}::uuid in (select app.tables_open('see') ${own}) as open`.execute(db)
  if (rows[0]!.open) return undefined
  return sub ? 'not_for_you' : 'sign_in'
}

/** Adds the addresses of its files, for this caller, or for the creator who views the page as this caller. */
export function withLinks(
  { config, signer }: Pick<Kernel, 'config' | 'signer'>,
  claims: Claims,
  { shown, tables, table }: OpenList,
  row: ListedRow,
): ListedRow {
  const values = { ...row.values }
  for (const field of shown) {
    const file = values[field.id] as StoredFile | undefined
    if (!file || !isFileKind(field.kind)) continue
    const of = { tenant: tables.tenantId, table: table.id, field: field.id, file: file.id, record: row.id }
    values[field.id] = { ...file, link: linkTo(config, signer ?? claims, field, of) }
  }
  return { ...row, values }
}

/** Columns of a row with the values of some fields, by id. */
export function rowColumns(fields: readonly Field[], { sub }: Pick<Claims, 'sub'>): RawBuilder<unknown> {
  const values = fields.map((field) => sql`${sql.lit(field.id)}, ${jsonValue(field)}`)
  return sql`r.id, to_json(r.created_at) #>> '{}' as created_at, r.approved,
    ${sub ? sql`coalesce(r.created_by = ${sub}, false)` : sql`false`} as own,
    jsonb_strip_nulls(jsonb_build_object(${sql.join(values)})) as values`
}

type Found = ListedRow & { own: boolean; approved?: boolean; may?: ListedRow['may'] }

export function asListed(
  { id, values, created_at, own, approved, may }: Found,
  { design }: OpenList,
): ListedRow {
  return {
    id,
    values,
    created_at,
    ...(own && design.own_rows && may && may.length > 0 && { may }),
    ...(approved === false && { waits: true as const }),
  }
}

/** Adds what the rights of the table let the member do with own rows. It only decides which buttons are shown. */
export async function withRights(db: Db, { table }: OpenList, rows: Found[]): Promise<Found[]> {
  const { rows: rights } = await sql<{ right: 'change' | 'delete' }>`
    select u.name as right from unnest(array['change', 'delete']) as u (name)
    where ${table.id}::uuid in (select app.tables_open(u.name) union all select app.tables_open_to_author(u.name))`.execute(
    db,
  )
  const may = rights.map(({ right }) => right)
  return rows.map((row) => (row.own ? { ...row, may } : row))
}

/** A value as JSON, where it is stored. Slots and ids were checked by `describeTable`. */
const jsonValue = ({ id, slot }: Field) =>
  slot ? sql`to_jsonb(r.${sql.ref(slot)})` : sql`r.extra -> ${sql.lit(id)}`
const textValue = ({ id, slot }: Field) =>
  slot ? sql`r.${sql.ref(slot)}::text` : sql`r.extra ->> ${sql.lit(id)}`

const typedValue = ({ id, slot, kind }: Field) =>
  slot ? sql`r.${sql.ref(slot)}` : sql.raw(extraSql(kind, id, 'r'))

const MOST_SPAN_MS = 63 * 24 * 3600 * 1000
/** Time zones differ by at most this from UTC. The page shows the entries of its month. */
const EAST_MS = 14 * 3600 * 1000
const WEST_MS = 12 * 3600 * 1000

/** The entries of a calendar from one day or time to another. @throws {AppError} bad_query */
function inMonth(field: Field, { from: start, until: end }: ListQuery): RawBuilder<unknown> {
  const isValid = (text: string | undefined): text is string =>
    text !== undefined &&
    (field.kind === 'date' ? /^\d{4}-\d\d-\d\d$/ : /^\d{4}-\d\d-\d\dT[\d:.]+Z$/).test(text) &&
    !Number.isNaN(Date.parse(text)) &&
    isDay(text.slice(0, 10))
  if (!isValid(start) || !isValid(end) || Date.parse(end) - Date.parse(start) > MOST_SPAN_MS)
    throw formErrors.bad_query()
  const indexed =
    field.slot && field.indexed ? sql`r.indexed & ${sql.lit(slotBit(field.slot))} <> 0 and ` : sql``
  const type = sql.raw(field.kind === 'date' ? 'date' : 'timestamptz')
  const value = typedValue(field)
  return sql`${indexed}${value} >= ${start}::${type} and ${value} < ${end}::${type}`
}

/** `Date.parse` reads February 30 as March 2, and PostgreSQL has no year 0. */
const isDay = (day: string) => day >= '0001' && new Date(day).toISOString().startsWith(day)

/** What the page of a calendar starts with: its month, and the entries of it. Times are read for every time zone. */
export function thisMonth({ kind }: Field, now = new Date()): { month: string; query: ListQuery } {
  const first = (by: number) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + by, 1)
  const [start, end] = [first(0), first(1)]
  const text = (ms: number) => new Date(ms).toISOString().slice(0, kind === 'date' ? 10 : undefined)
  return {
    month: now.toISOString().slice(0, 7),
    query:
      kind === 'date'
        ? { from: text(start), until: text(end) }
        : { from: text(start - EAST_MS), until: text(end + WEST_MS) },
  }
}

function searchOf({ design, shown }: OpenList, search = ''): RawBuilder<unknown>[] {
  const words = search.trim().slice(0, 100).split(/\s+/).filter(Boolean).slice(0, 5)
  const fields = shown.filter(isSearched)
  if (!design.search || words.length === 0) return []
  if (fields.length === 0) return [sql`false`]
  return words.map((word) => {
    const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`
    return sql`(${sql.join(
      fields.map((field) => sql`${textValue(field)} ilike ${pattern}`),
      sql` or `,
    )})`
  })
}

function filtersOf({ design, shown }: OpenList, given: string | undefined): RawBuilder<unknown>[] {
  if (given === undefined) return []
  return Object.entries(parseFilters(given)).map(([id, value]) => {
    const field = shown.find((one) => one.id === id)
    if (!field || !design.filters?.includes(id) || typeof value !== 'string') throw formErrors.bad_query()
    if (field.kind === 'choices') return sql`coalesce(r.extra -> ${sql.lit(id)} ? ${value}, false)`
    if (field.kind === 'yes_no') return sql`coalesce(${textValue(field)}, 'false') = ${value}`
    const indexed =
      field.slot && field.indexed ? sql`r.indexed & ${sql.lit(slotBit(field.slot))} <> 0 and ` : sql``
    return sql`${indexed}${textValue(field)} = ${value}`
  })
}

function parseFilters(given: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(given)
    if (parsed !== null && typeof parsed === 'object' && !Array.isArray(parsed))
      return parsed as Record<string, unknown>
  } catch {}
  throw formErrors.bad_query()
}

function orderOf({ design, order, shown }: OpenList, sort: string | undefined): RawBuilder<unknown> {
  const [, minus, id] = sort ? (/^(-?)([a-z0-9]{8})$/.exec(sort) ?? []) : []
  if (sort && id === undefined) throw formErrors.bad_query()
  const field = id
    ? design.sort
      ? shown.find((one) => one.id === id && SORTED_KINDS.includes(one.kind))
      : undefined
    : order
  if (id && !field) throw formErrors.bad_query()
  const descending = id ? minus === '-' : (design.descending ?? true)
  const by = field ? (field.slot ? sql`r.${sql.ref(field.slot)}` : jsonValue(field)) : sql`r.created_at`
  return descending ? sql`${by} desc nulls last` : sql`${by} asc nulls last`
}
