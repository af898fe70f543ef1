import { storageErrors } from '../errors.ts'
import { settingsOf } from '../storage.ts'
import type { Call } from '../storage.ts'

/** A bucket as clients receive it. Timestamps are ISO 8601 in UTC with milliseconds. */
export interface BucketRow {
  id: string
  name: string
  owner: string
  public: boolean
  file_size_limit: number | null
  allowed_mime_types: string[] | null
  member_folders: boolean
  read_audience_id: string | null
  created_at: Date
  updated_at: Date
}

const COLUMNS = `id, name, coalesce(owner::text, '') as owner, public, file_size_limit, allowed_mime_types, member_folders,
  read_audience_id, created_at, updated_at`

/** The fields of the official service, plus our own fields if they are set. Only owners learn which audience reads. */
function toClientBucket({ member_folders, read_audience_id, ...row }: BucketRow, { claims }: Call) {
  const isOwner = claims.role === 'authenticated' || claims.role === 'service_role'
  return {
    ...row,
    ...(member_folders && { member_folders }),
    ...(isOwner && read_audience_id !== null && { read_audience_id }),
  }
}

export interface BucketPage {
  limit: number
  offset: number
  search: string
  sortColumn: 'id' | 'name' | 'created_at' | 'updated_at'
  sortOrder: 'asc' | 'desc'
}

/** Lists the buckets that row-level security lets the caller see. */
export async function listBuckets(call: Call, page: BucketPage) {
  const { rows } = await call.storage.kernel.database.once<BucketRow>(call.claims, {
    ...settingsOf(call, 'storage.bucket.list'),
    // Column and direction come from the enums in routes.ts, never from the caller's text.
    text: `select ${COLUMNS} from storage.buckets
      where pool_id = $1 and ($2 = '' or strpos(lower(id), lower($2)) > 0)
      order by ${page.sortColumn} ${page.sortOrder}, id limit $3 offset $4`,
    values: [call.pool, page.search, page.limit, page.offset],
  })
  return rows.map((row) => ({ ...toClientBucket(row, call), type: 'STANDARD' }))
}

/** @throws {AppError} NoSuchBucket, also if the caller may not see the bucket */
export async function readBucket(call: Call, id: string) {
  const { rows } = await call.storage.kernel.database.once<BucketRow>(call.claims, {
    ...settingsOf(call, 'storage.bucket.get'),
    text: `select ${COLUMNS} from storage.buckets where pool_id = $1 and id = $2`,
    values: [call.pool, id],
  })
  if (!rows[0]) throw storageErrors.bucket_not_found()
  return toClientBucket(rows[0], call)
}
