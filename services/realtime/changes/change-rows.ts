import { SERVICE } from '#kernel/db/claims.ts'
import type { Database } from '#kernel/db/database.ts'
import type { ChangeType } from './binding.ts'
import { splitKeys } from './table-key.ts'
import type { TableKey } from './table-key.ts'

/** Column names with their values as JSON text, exactly as PostgreSQL wrote them. */
export type RowImage = Record<string, string>

/** One row change. */
export interface Change {
  /** Position of the transaction in the query, from 1. */
  place: number
  seq: number
  relation: TableKey
  type: ChangeType
  /** `2026-01-31T23:59:59.123Z` */
  at: string
  record: RowImage | null
  old: RowImage | null
}

const IMAGE = (column: string) =>
  `(select coalesce(json_object_agg(key, value::text), '{}') from jsonb_each(c.${column}))`

const CHANGES = `
select requested.place::int as place, c.seq, coalesce(to_jsonb(c.part), to_jsonb(c.relation::bigint)) as relation, c.type,
  to_char(c.changed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
  case when c.record is not null then ${IMAGE('record')} end as record,
  case when c.old_record is not null then ${IMAGE('old_record')} end as old
from unnest($1::xid8[]) with ordinality as requested (xact, place)
join realtime.changes c on c.xact = requested.xact
where (c.part is null and c.relation = any ($2::oid[]) or c.part = any ($6::uuid[])) and (requested.place, c.seq) > ($3::bigint, $4::bigint)
order by requested.place, c.seq limit $5`

/** Rows can be large, and a whole page is in memory at the same time. */
export const PAGE = 250

/**
 * Reads one page of the changes that these transactions made to these tables, in order.
 * @param after the last change of the previous page
 */
export async function readChanges(
  database: Database,
  xacts: string[],
  tables: TableKey[],
  after: Pick<Change, 'place' | 'seq'> = { place: 0, seq: 0 },
): Promise<Change[]> {
  const { oids, own } = splitKeys(tables)
  const { rows } = await database.once<Change>(SERVICE, {
    name: 'realtime_changes',
    text: CHANGES,
    values: [xacts, oids, after.place, after.seq, PAGE, own],
    readOnly: true,
  })
  return rows
}

/** A row as JSON object text. @param columns the columns to include, in this order; default: all */
export function imageText(image: RowImage, columns?: { name: string }[]): string {
  const names = columns?.map(({ name }) => name).filter((name) => Object.hasOwn(image, name))
  const parts = (names ?? Object.keys(image)).map((name) => `${JSON.stringify(name)}:${image[name]}`)
  return `{${parts.join(',')}}`
}
