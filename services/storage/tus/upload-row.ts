import { sqlState } from '#kernel/db/database-error.ts'
import { SERVICE } from '#kernel/db/claims.ts'
import type { Role } from '#kernel/db/claims.ts'
import type { Database } from '#kernel/db/database.ts'
import type { FileVersion } from '../backends/keys.ts'

/** Who began an upload; nobody else goes on with it. */
export interface Uploader {
  role: Role
  user: string | null
  /** By a signed address. */
  signed: boolean
}

/** An upload in pieces, as the database has it. */
export interface ResumableUpload extends Uploader {
  pool: string
  id: string
  bucket: string
  name: string
  upsert: boolean
  /** Bytes of the whole file. */
  size: number
  /** Bytes that have come. */
  offset: number
  /** As it was given. */
  metadata: Record<string, string | null>
  /** Of the file that it becomes. */
  object: string
  version: string
  createdAt: Date
  finished: boolean
}

type Db = Pick<Database, 'once'>

/** Seconds that an upload may take. */
export const UPLOAD_SECONDS = 86_400

/** Writes an upload down that begins now; it runs out after `UPLOAD_SECONDS`. */
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

/** @returns undefined when there is none, or it is somebody else's */
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
  /** Bytes. */
  size: number
  version: string
}

/**
 * Adds a part whose bytes are stored. Its place is unique: of two processes that write at the same offset, one gets in.
 * @returns false when another did, or the part was given up
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
    // Its place is taken, or its upload has ended.
    if (sqlState(error) === '23505' || sqlState(error) === '23503') return false
    throw error
  }
}

/** Parts of an upload in the order of the file. */
export async function partsOf(database: Db, pool: string, id: string): Promise<Part[]> {
  const { rows } = await database.once<Part>(SERVICE, {
    name: 'storage_parts',
    text: `select start, size, version from storage.resumable_parts where pool_id = $1 and upload_id = $2 order by start`,
    values: [pool, id],
  })
  return rows
}

/** Its parts are not needed any more: the file is whole and has its row. */
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

/** Whether the file that it became has its row. */
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

/** Ends an upload; its parts become loose (trigger). */
export async function deleteUpload(database: Db, pool: string, id: string): Promise<void> {
  await database.once(SERVICE, {
    name: 'storage_delete_upload',
    text: 'delete from storage.resumable_uploads where pool_id = $1 and id = $2',
    values: [pool, id],
  })
}
