/**
 * SQL for listing names under a prefix. Parameters: $1 pool, $2 bucket, $3 prefix, $4 an upper bound of all
 * names with that prefix, $5 maximum number of entries, $6 where to continue.
 */
export type Order = 'asc' | 'desc'

/** Sorts after every other character, compared byte by byte. */
const MAX_CHARACTER = '\u{10ffff}'
/** Sorts after every name with this prefix. */
export const upperBound = (prefix: string): string => prefix + MAX_CHARACTER
/** Sorts after this one name, but before every longer one. */
export const successorOf = (name: string): string => `${name}\u0001`

const COLUMNS = 'id, version, metadata, created_at, updated_at, last_accessed_at'
const FROM =
  'from storage.objects o where o.pool_id = $1 and o.bucket_id = $2 and o.name >= $3 and o.name < $4'

/** Position of the next slash after the prefix; 0 for a file in this folder. */
const SLASH = `position('/' in substr(o.name, length($3) + 1))`
const ENTRY = `case when ${SLASH} > 0 then left(o.name, length($3) + ${SLASH}) else o.name end as key,
  ${SLASH} > 0 as folder, ${COLUMNS}`

/**
 * Lower bound of the next entry: `a0` comes after the folder `a/`, because 0 is the character after the
 * slash. It is a separate column because, under row-level security, the index is used only for conditions
 * that call no function on a row.
 */
const BOUND = {
  asc: `case when ${SLASH} > 0 then left(o.name, length($3) + ${SLASH} - 1) || '0' else o.name || chr(1) end`,
  desc: `case when ${SLASH} > 0 then left(o.name, length($3) + ${SLASH}) else o.name end`,
}
const MATCHES_SEARCH = 'starts_with(lower(substr(key, length($3) + 1)), lower($6))'
const AFTER_BOUND = { asc: '>=', desc: '<' }

/** The same bound for the last entry of a page. */
export function boundOf({ key, folder }: { key: string; folder: boolean }, order: Order): string {
  if (order === 'desc') return key
  return folder ? `${key.slice(0, -1)}0` : successorOf(key)
}

/**
 * Lists files and folders directly under a prefix, by name. It jumps from one entry to the next through the
 * index, so that a folder with a million files costs as much as one with a single file.
 * @param after $6 is the bound of the entry to continue after
 * @param search $6 is how names must start after the prefix, ignoring case
 */
export function walkSql(order: Order, { after = false, search = false } = {}): string {
  const next = (condition: string) =>
    `select ${ENTRY}, ${BOUND[order]} as bound ${FROM} ${condition} order by o.name ${order} limit 1`
  return `with recursive walk as (
      (${next(after ? `and o.name ${AFTER_BOUND[order]} $6` : '')})
      union all
      select n.* from walk e cross join lateral (${next(`and o.name ${AFTER_BOUND[order]} e.bound`)}) n)
    select key, folder, id, version, metadata, created_at, updated_at, last_accessed_at, null as moment from walk
    ${search ? `where ${MATCHES_SEARCH}` : ''} limit $5`
}

/**
 * Lists all names under a prefix, without grouping by folder, by name.
 * @param after $6 is the name to continue after
 */
export const flatSql = (order: Order, after: boolean): string =>
  `select o.name as key, false as folder, ${COLUMNS}, null as moment ${FROM}
   ${after ? `and o.name ${order === 'asc' ? '>' : '<'} $6` : ''} order by o.name ${order} limit $5`

export type Moment = 'created_at' | 'updated_at' | 'last_accessed_at'

/**
 * Lists by time. Reads every name under the prefix, because no index has that order within a folder. A folder
 * has the time of its newest file.
 * @param after $6 and $7 are the moment and key of the entry to continue after
 * @param search as for walkSql; folders then come first, as `list` returns them
 */
export function timedSql(
  column: Moment,
  order: Order,
  { folders = true, after = false, search = false } = {},
): string {
  const foldersSql = `select left(o.name, length($3) + ${SLASH}) as key, true as folder, null::uuid as id, null::uuid as version,
      null::jsonb as metadata, null::timestamptz as created_at, null::timestamptz as updated_at,
      null::timestamptz as last_accessed_at, max(o.${column}) as moment ${FROM} and ${SLASH} > 0 group by 1`
  const files = `select o.name as key, false as folder, ${COLUMNS}, o.${column} as moment ${FROM}
    ${folders ? `and ${SLASH} = 0` : ''}`
  const sign = order === 'asc' ? '>' : '<'
  return `select key, folder, id, version, metadata, created_at, updated_at, last_accessed_at, moment::text as moment
    from (${folders ? `${foldersSql} union all ${files}` : files}) as entries
    ${after ? `where (moment, key) ${sign} ($6::timestamptz, $7)` : ''}
    ${search ? `where ${MATCHES_SEARCH}` : ''}
    order by ${search ? 'folder desc,' : ''} entries.moment ${order}, key ${order} limit $5`
}

export interface Entry {
  /** Full name; for a folder including its slash. */
  key: string
  folder: boolean
  id: string | null
  version: string | null
  metadata: Record<string, unknown> | null
  created_at: Date | null
  updated_at: Date | null
  last_accessed_at: Date | null
  /** In microseconds, if it is the sort column. */
  moment: string | null
}
