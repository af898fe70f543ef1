import { sqlState } from '#kernel/db/database-error.ts'
import { SERVICE } from '#kernel/db/claims.ts'
import type { Role } from '#kernel/db/claims.ts'
import type { Database } from '#kernel/db/database.ts'
import type { FileVersion } from '../backends/keys.ts'

/** Who started an upload. Only they can continue it. */
export interface Uploader {
  role: Role
  user: string | null
  /** Started with a signed URL. */
  signed: boolean
}

/** A resumable upload, as stored in the database. */
export interface ResumableUpload extends Uploader {
  pool: string
  id: string
  bucket: string
  name: string
  upsert: boolean
  /** Size of the whole file in bytes. */
  size: number
  /** Number of received bytes. */
  offset: number
  /** As the client sent it. */
  metadata: Record<string, string | null>
  /** Ids of the file that it will become. */
  object: string
  version: string
  createdAt: Date
  finished: boolean
}

type Db = Pick<Database, 'once'>

/** Seconds within which an upload must be completed. */
export const UPLOAD_SECONDS = 86_400

/** Records a new upload. It expires after `UPLOAD_SECONDS`. */
export async function createUpload(
  database: Db,
  upload: Omit<ResumableUpload, 'offset' | 'createdAt' | 'finished'>,
): Promise<void> {
  await database.once(SERVICE, {
    name: 'storage_create_upload',
    text: `insert into storage.resumable_uploads (pool_id, id, role, user_id, signed, bucket_id, name, upsert, size,
        metadata, object_id, version, expires_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, now() + make_interval(secs => $13))`,
    values: [
      upload.pool,
      upload.id,
      upload.role,
      upload.user,
      upload.signed,
      upload.bucket,
      upload.name,
      upload.upsert,
      upload.size,
      upload.metadata,
      upload.object,
      upload.version,
      UPLOAD_SECONDS,
    ],
  })
}

/** @returns undefined if the upload does not exist or belongs to someone else */
export async function readUpload(
  database: Db,
  pool: string,
  id: string,
  { role, user, signed }: Uploader,
): Promise<ResumableUpload | undefined> {
  const { rows } = await database.once<ResumableUpload>(SERVICE, {
    name: 'storage_read_upload',
    text: `select pool_id as pool, id, role, user_id as user, signed, bucket_id as bucket, name, upsert, size,
        case when finished_at is null then coalesce((
          select max(start + p.size) from storage.resumable_parts p where (p.pool_id, p.upload_id) = (u.pool_id, u.id)), 0)
          else size end as offset,
        metadata, object_id as object, version, created_at as "createdAt", finished_at is not null as finished
      from storage.resumable_uploads u
      where pool_id = $1 and id = $2 and signed = $5
        and (signed or (role = $3 and user_id is not distinct from $4))`,
    values: [pool, id, role, user, signed],
  })
  return rows[0]
}

export interface Part {
  start: number
  /** Size in bytes. */
  size: number
  version: string
}

/**
 * Records a part whose bytes are stored. Its start is unique: if two processes write at the same offset, only
 * one succeeds.
 * @returns false if another process was first, or the part was released meanwhile
 */
export async function addPart(
  database: Db,
  { pool, object: upload, version }: FileVersion,
  { start, size }: Omit<Part, 'version'>,
): Promise<boolean> {
  try {
    const { rowCount } = await database.once(SERVICE, {
      name: 'storage_add_part',
      text: `with bytes as (
          delete from storage.loose_files
          where (pool_id, object_id, version) = ($1, $2, $3) and due_at > now() returning version)
        insert into storage.resumable_parts (pool_id, upload_id, start, size, version)
        select $1, $2, $4, $5, version from bytes returning version`,
      values: [pool, upload, version, start, size],
    })
    return rowCount === 1
  } catch (error) {
    // Another part has this start, or the upload has ended.
    if (sqlState(error) === '23505' || sqlState(error) === '23503') return false
    throw error
  }
}

/** Parts of an upload, in file order. */
export async function partsOf(database: Db, pool: string, id: string): Promise<Part[]> {
  const { rows } = await database.once<Part>(SERVICE, {
    name: 'storage_parts',
    text: `select start, size, version from storage.resumable_parts where pool_id = $1 and upload_id = $2 order by start`,
    values: [pool, id],
  })
  return rows
}

/** Marks an upload as finished and deletes its parts: the file is complete and has its row. */
export async function markFinished(database: Db, pool: string, id: string): Promise<void> {
  await database.once(SERVICE, {
    name: 'storage_finish_upload',
    text: `with finished as (
        update storage.resumable_uploads set finished_at = coalesce(finished_at, now())
        where pool_id = $1 and id = $2)
      delete from storage.resumable_parts where pool_id = $1 and upload_id = $2`,
    values: [pool, id],
  })
}

/** Whether the finished file has its row. */
export async function hasRow(
  database: Db,
  { pool, object, version }: Pick<ResumableUpload, 'pool' | 'object' | 'version'>,
): Promise<boolean> {
  const { rowCount } = await database.once(SERVICE, {
    name: 'storage_upload_has_row',
    text: 'select from storage.objects where pool_id = $1 and id = $2 and version = $3',
    values: [pool, object, version],
  })
  return rowCount === 1
}

/** Deletes an upload; its parts become loose (trigger). */
export async function deleteUpload(database: Db, pool: string, id: string): Promise<void> {
  await database.once(SERVICE, {
    name: 'storage_delete_upload',
    text: 'delete from storage.resumable_uploads where pool_id = $1 and id = $2',
    values: [pool, id],
  })
}
