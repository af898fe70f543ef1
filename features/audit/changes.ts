import { sql } from 'kysely'
import { csvFile } from '#kernel/csv.ts'
import type { Columns } from '#kernel/csv.ts'
import { PLATFORM_POOL } from '#kernel/db/claims.ts'
import type { Claims } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { tenantWith } from '#kernel/tenant-with.ts'
import type { Change, ChangesPage, ChangesQuery } from './endpoints.ts'
import { ACTS_OF_KIND } from './kinds.ts'

const PAGE = 25
/** Maximum rows of a file; a shorter time covers more of them. */
const MAX_ROWS = 20_000

type Paging = { cursor?: string | undefined; limit?: number | undefined }
/** Exact types of optional properties: the contract gives `undefined` too. */
type Query = { [Key in keyof ChangesQuery]: ChangesQuery[Key] | undefined } & { tenantId: string }

/**
 * Returns a page of the changes at the caller's own tenant, newest first.
 * @throws {AppError} tenant_not_found, right_missing
 */
export async function listChanges(
  kernel: Kernel,
  claims: Claims,
  { cursor, limit = PAGE, ...query }: Query & Paging,
): Promise<ChangesPage> {
  const { rows, kept_days } = await readAs(kernel, claims, query, limit + 1, cursor)
  const page = rows.slice(0, limit)
  return {
    changes: await withNames(kernel, query.tenantId, page),
    next: rows.length > limit ? page.at(-1)!.id : null,
    kept_days,
  }
}

/** The same changes as a CSV file. @throws {AppError} tenant_not_found, right_missing */
export async function exportChanges(kernel: Kernel, claims: Claims, query: Query): Promise<Response> {
  const { rows } = await readAs(kernel, claims, query, MAX_ROWS, undefined)
  return csvFile('audit-log.csv', COLUMNS, await withNames(kernel, query.tenantId, rows))
}

/** Sets how long changes are kept, which is recorded itself. @throws {AppError} tenant_not_found, right_missing */
export async function keepChanges(
  kernel: Kernel,
  claims: Claims,
  { tenantId, kept_days }: { tenantId: string; kept_days: 30 | 90 | 365 },
): Promise<{ kept_days: 30 | 90 | 365 }> {
  await kernel.database.withClaims(claims, async (db) => {
    await tenantWith(db, tenantId, 'own')
    await db.updateTable('tenants').set({ audit_days: kept_days }).where('id', '=', tenantId).execute()
  })
  return { kept_days }
}

type Row = Omit<Change, 'row_name' | 'actor_name'> & { row_name: string | null }

async function readAs(kernel: Kernel, claims: Claims, query: Query, limit: number, cursor?: string) {
  return kernel.database.withClaims(claims, async (db) => {
    const { id } = await tenantWith(db, query.tenantId, 'settings')
    const { audit_days } = await db
      .selectFrom('tenants')
      .select('audit_days')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const { rows } = await changesStatement(query, limit, cursor).execute(db)
    return { rows, kept_days: audit_days as 30 | 90 | 365 }
  })
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Reads the key backwards, so that a page costs what it shows and what a filter skips. */
export const changesStatement = (
  { tenantId, who, kind, days, q }: Query,
  limit: number,
  cursor: string | undefined,
) => sql<Row>`
  select id, to_json(at) #>> '{}' as at, act, relation, row_id, row_name, actor_kind, actor_id, actor_app, network, agent,
    request_id, before, after, hidden
  from public.audit_log
  where tenant_id = ${tenantId} and ${cursor ? sql`id < ${cursor}::uuid` : sql`true`}
    and ${who ? sql`actor_kind = ${who}` : sql`true`}
    and ${kind ? sql`split_part(act, '.', 1) = any (${[...ACTS_OF_KIND[kind]]}::text[])` : sql`true`}
    and ${days ? sql`id >= (select app.first_id_at(now() - make_interval(days => ${days}::integer)))` : sql`true`}
    and ${q ? matches(q) : sql`true`}
  order by id desc limit ${limit}`

/** A whole id, or a literal substring. */
function matches(q: string) {
  if (UUID.test(q))
    return sql`(actor_id = ${q}::uuid or request_id = ${q}::uuid or starts_with(row_id, ${q.toLowerCase()}))`
  const part = `%${q.replace(/[\\%_]/g, '\\$&')}%`
  return sql`(row_name ilike ${part} or act ilike ${part} or row_id ilike ${part} or network ilike ${part})`
}

/** Ids of what a row may be about: an account, or a membership, whose key has the ids of the user and of what they are in. */
const idsIn = ({ relation, row_id }: Row): string[] =>
  relation === 'auth.users' || relation === 'public.tenant_staff' || relation.endsWith('_members')
    ? row_id.split(' ').filter((part) => UUID.test(part))
    : []

/** Adds the email addresses of actors and end users. The log has only their ids, so an erased user has no name here. */
async function withNames(kernel: Kernel, tenantId: string, rows: readonly Row[]): Promise<Change[]> {
  const ids = new Set(rows.flatMap((row) => [row.actor_id ?? [], idsIn(row)].flat()))
  const names = ids.size
    ? await kernel.database.asService('closed: names of who is in an audit log, for its owner', (db) =>
        addressesOf(db, tenantId, [...ids]),
      )
    : new Map<string, string>()
  return rows.map((row) => {
    const [person] = idsIn(row).flatMap((id) => names.get(id) ?? [])
    const name = [person, row.relation === 'auth.users' ? undefined : row.row_name]
    return {
      ...row,
      row_name: name.filter(Boolean).join(' · '),
      actor_name: names.get(row.actor_id ?? '') ?? '',
    }
  })
}

async function addressesOf(db: Db, tenantId: string, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, coalesce(email, '+' || phone, '') as name from auth.users
    where id = any (${ids}::uuid[]) and pool_id in (${PLATFORM_POOL}, ${tenantId})`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const json = (values: unknown) => (values === null ? '' : JSON.stringify(values))

const COLUMNS: Columns<Change> = {
  Time: ({ at }) => at,
  Who: ({ actor_kind }) => actor_kind,
  Account: ({ actor_name, actor_id }) => actor_name || actor_id,
  Application: ({ actor_app }) => actor_app,
  What: ({ act }) => act,
  Table: ({ relation }) => relation,
  Row: ({ row_id }) => row_id,
  Name: ({ row_name }) => row_name,
  Before: ({ before }) => json(before),
  After: ({ after }) => json(after),
  'Changed without values': ({ hidden }) => hidden.join(' '),
  Network: ({ network }) => network,
  Device: ({ agent }) => agent,
  Request: ({ request_id }) => request_id,
}
