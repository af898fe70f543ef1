import { SERVICE } from '#kernel/db/claims.ts'
import type { Database } from '#kernel/db/database.ts'
import type { ChangeType } from './binding.ts'

/** Column names with their values as JSON text, exactly as the database wrote them. */
export type RowImage = Record<string, string>

/** One row that was written. */
export interface Change {
  /** Place of the transaction among those asked for, from 1. */
  place: number
  seq: number
  relation: number
  type: ChangeType
  /** `2026-01-31T23:59:59.123Z` */
  at: string
  record: RowImage | null
  old: RowImage | null
}

const IMAGE = (column: string) =>
  `(select coalesce(json_object_agg(key, value::text), '{}') from jsonb_each(c.${column}))`

const CHANGES = `
select told.place::int as place, c.seq, c.relation::bigint as relation, c.type,
  to_char(c.changed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
  case when c.record is not null then ${IMAGE('record')} end as record,
  case when c.old_record is not null then ${IMAGE('old_record')} end as old
from unnest($1::xid8[]) with ordinality as told (xact, place)
join realtime.changes c on c.xact = told.xact
where c.relation = any ($2::oid[]) and (told.place, c.seq) > ($3::bigint, $4::bigint)
order by told.place, c.seq limit $5`

/** Rows may be large, and all of these are in memory at once. */
export const PAGE = 250

/**
 * The changes that these transactions made to these tables, in order, a page at a time.
 * @param after the last change of the page before
 */
export async function readChanges(
  database: Database,
  xacts: string[],
  relations: number[],
  after: Pick<Change, 'place' | 'seq'> = { place: 0, seq: 0 },
): Promise<Change[]> {
  const { rows } = await database.once<Change>(SERVICE, {
    name: 'realtime_changes',
    text: CHANGES,
    values: [xacts, relations, after.place, after.seq, PAGE],
    readOnly: true,
  })
  return rows
}

/** A row as the JSON text of an object. @param columns those to tell, in their order; all of them when left out */
export function imageText(image: RowImage, columns?: { name: string }[]): string {
  const names = columns?.map(({ name }) => name).filter((name) => Object.hasOwn(image, name))
  const parts = (names ?? Object.keys(image)).map((name) => `${JSON.stringify(name)}:${image[name]}`)
  return `{${parts.join(',')}}`
}
