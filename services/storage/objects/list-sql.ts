/**
 * How names under a prefix are listed. Parameters: $1 pool, $2 bucket, $3 prefix, $4 what is behind every name with
 * that prefix, $5 how many at most, $6 where to go on.
 */
export type Order = 'asc' | 'desc'

/** Behind every other character, byte by byte. */
const LAST = '\u{10ffff}'
/** Behind every name with this prefix. */
export const behind = (prefix: string): string => prefix + LAST
/** Behind this one name, before every longer one. */
export const justBehind = (name: string): string => `${name}\u0001`

const COLUMNS = 'id, version, metadata, created_at, updated_at, last_accessed_at'
const FROM =
  'from storage.objects o where o.pool_id = $1 and o.bucket_id = $2 and o.name >= $3 and o.name < $4'

/** Place of the next slash behind the prefix, 0 for a file of this folder. */
const SLASH = `position('/' in substr(o.name, length($3) + 1))`
const ENTRY = `case when ${SLASH} > 0 then left(o.name, length($3) + ${SLASH}) else o.name end as key,
  ${SLASH} > 0 as folder, ${COLUMNS}`

/**
 * Where the next entry begins: behind the folder `a/` comes `a0`, since 0 is the character behind the slash. It is a
 * column of its own: under row-level security the index is used only for conditions that call no function on a row.
 */
const BOUND = {
  asc: `case when ${SLASH} > 0 then left(o.name, length($3) + ${SLASH} - 1) || '0' else o.name || chr(1) end`,
  desc: `case when ${SLASH} > 0 then left(o.name, length($3) + ${SLASH}) else o.name end`,
}
const BEGINS = 'starts_with(lower(substr(key, length($3) + 1)), lower($6))'
const BEYOND = { asc: '>=', desc: '<' }

/** The same for an entry that a page ended with. */
export function boundOf({ key, folder }: { key: string; folder: boolean }, order: Order): string {
  if (order === 'desc') return key
  return folder ? `${key.slice(0, -1)}0` : justBehind(key)
}

/**
 * Files and folders directly under a prefix, by name. It jumps from one to the next through the index, so that a folder
 * of a million files costs as much as one of a single file.
 * @param after $6 is the bound of the entry to go on behind
 * @param search $6 is how names must begin behind the prefix, small letters or large
 */
export function walkSql(order: Order, { after = false, search = false } = {}): string {
  const next = (condition: string) =>
    `select ${ENTRY}, ${BOUND[order]} as bound ${FROM} ${condition} order by o.name ${order} limit 1`
  return `with recursive walk as (
      (${next(after ? `and o.name ${BEYOND[order]} $6` : '')})
      union all
      select n.* from walk e cross join lateral (${next(`and o.name ${BEYOND[order]} e.bound`)}) n)
    select key, folder, id, version, metadata, created_at, updated_at, last_accessed_at, null as moment from walk
    ${search ? `where ${BEGINS}` : ''} limit $5`
}

/** All names under a prefix, folders not told apart, by name. @param after $6 name to go on behind */
export const flatSql = (order: Order, after: boolean): string =>
  `select o.name as key, false as folder, ${COLUMNS}, null as moment ${FROM}
   ${after ? `and o.name ${order === 'asc' ? '>' : '<'} $6` : ''} order by o.name ${order} limit $5`

export type Moment = 'created_at' | 'updated_at' | 'last_accessed_at'

/**
 * By time: looks at every name under the prefix, as no index has that order within a folder. A folder is as old as its
 * newest file.
 * @param after $6 moment and $7 key of the entry to go on behind
 * @param search as for walkSql; then folders come first, as `list` shows them
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
    ${search ? `where ${BEGINS}` : ''}
    order by ${search ? 'folder desc,' : ''} entries.moment ${order}, key ${order} limit $5`
}

export interface Entry {
  /** Full name; of a folder with its slash. */
  key: string
  folder: boolean
  id: string | null
  version: string | null
  metadata: Record<string, unknown> | null
  created_at: Date | null
  updated_at: Date | null
  last_accessed_at: Date | null
  /** To the microsecond, when it was ordered by. */
  moment: string | null
}
