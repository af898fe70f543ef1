import { storageErrors } from '../errors.ts'
import { settingsOf } from '../storage.ts'
import type { Call } from '../storage.ts'

/** A bucket as clients read it; instants are ISO 8601 in UTC with milliseconds. */
export interface BucketRow {
  id: string
  name: string
  owner: string
  public: boolean
  file_size_limit: number | null
  allowed_mime_types: string[] | null
  member_folders: boolean
  created_at: Date
  updated_at: Date
}

const COLUMNS = `id, name, coalesce(owner::text, '') as owner, public, file_size_limit, allowed_mime_types, member_folders,
  created_at, updated_at`

/** In the official service's fields, and one of ours where it says something. */
function shown({ member_folders, ...row }: BucketRow) {
  return member_folders ? { ...row, member_folders } : row
}

export interface BucketPage {
  limit: number
  offset: number
  search: string
  sortColumn: 'id' | 'name' | 'created_at' | 'updated_at'
  sortOrder: 'asc' | 'desc'
}

/** Buckets that row-level security shows the caller. */
export async function listBuckets(call: Call, page: BucketPage) {
  const { rows } = await call.storage.kernel.database.once<BucketRow>(call.claims, {
    ...settingsOf(call, 'storage.bucket.list'),
    // Column and direction are two words of the list in routes.ts, never the caller's text.
    text: `select ${COLUMNS} from storage.buckets
      where pool_id = $1 and ($2 = '' or strpos(lower(id), lower($2)) > 0)
      order by ${page.sortColumn} ${page.sortOrder}, id limit $3 offset $4`,
    values: [call.pool, page.search, page.limit, page.offset],
  })
  return rows.map((row) => ({ ...shown(row), type: 'STANDARD' }))
}

/** @throws {AppError} NoSuchBucket, also when it is not the caller's to see */
export async function readBucket(call: Call, id: string) {
  const { rows } = await call.storage.kernel.database.once<BucketRow>(call.claims, {
    ...settingsOf(call, 'storage.bucket.get'),
    text: `select ${COLUMNS} from storage.buckets where pool_id = $1 and id = $2`,
    values: [call.pool, id],
  })
  if (!rows[0]) throw storageErrors.bucket_not_found()
  return shown(rows[0])
}
