import { sqlState } from '#kernel/db/database-error.ts'
import { storageErrors } from '../errors.ts'
import { checkedBucketName } from '../names.ts'
import { ownerOf, settingsOf } from '../storage.ts'
import type { Call } from '../storage.ts'
import type { BucketSettings } from './bucket-input.ts'

/** @throws {AppError} InvalidBucketName, BucketAlreadyExists, AccessDenied, InvalidRequest */
export async function createBucket(call: Call, id: string, settings: BucketSettings): Promise<string> {
  const name = checkedBucketName(id)
  await call.storage.kernel.database
    .once(call.claims, {
      ...settingsOf(call, 'storage.bucket.create'),
      text: `insert into storage.buckets
          (pool_id, id, name, owner, owner_id, public, file_size_limit, allowed_mime_types, member_folders,
           read_audience_id)
        values ($1, $2, $2, $3::text::uuid, $3::text, $4, $5, $6, $7, $8)`,
      values: [
        call.pool,
        name,
        ownerOf(call),
        settings.public ?? false,
        settings.file_size_limit ?? null,
        settings.allowed_mime_types ?? null,
        settings.member_folders ?? false,
        settings.read_audience_id ?? null,
      ],
    })
    .catch((error: unknown) => {
      throw sqlState(error) === '23505' ? storageErrors.bucket_exists({ cause: error }) : audienceError(error)
    })
  return name
}

/** A bucket's audience must be one of its tenant; the error is the same for one that does not exist. */
const audienceError = (error: unknown): unknown =>
  sqlState(error) === '23503'
    ? storageErrors.invalid_request({
        text: 'read_audience_id: the tenant has no such audience',
        cause: error,
      })
    : error

/**
 * Updates every setting that is not undefined.
 * @throws {AppError} NoSuchBucket, also if the caller may not change it; InvalidRequest
 */
export async function updateBucket(call: Call, id: string, settings: BucketSettings): Promise<void> {
  const changed = Object.entries(settings).filter(([, value]) => value !== undefined)
  if (changed.length === 0) throw storageErrors.no_content()
  const { rowCount } = await call.storage.kernel.database
    .once(call.claims, {
      ...settingsOf(call, 'storage.bucket.update'),
      text: `update storage.buckets set ${changed.map(([column], i) => `${column} = $${i + 3}`).join(', ')}
        where pool_id = $1 and id = $2`,
      values: [call.pool, id, ...changed.map(([, value]) => value)],
    })
    .catch((error: unknown) => {
      throw audienceError(error)
    })
  if (rowCount === 0) throw storageErrors.bucket_not_found()
}

/** @throws {AppError} NoSuchBucket, ResourceNotEmpty */
export async function deleteBucket(call: Call, id: string): Promise<void> {
  const { rowCount } = await call.storage.kernel.database
    .once(call.claims, {
      ...settingsOf(call, 'storage.bucket.delete'),
      text: 'delete from storage.buckets where pool_id = $1 and id = $2',
      values: [call.pool, id],
    })
    .catch((error: unknown) => {
      throw sqlState(error) === '23503' ? storageErrors.bucket_not_empty({ cause: error }) : error
    })
  if (rowCount === 0) throw storageErrors.bucket_not_found()
}

const BATCH = 2000
/** Maximum number of objects that one call removes. The caller can repeat the call to remove the rest. */
const MAX_REMOVED = 200_000

/**
 * Removes every object that the caller may remove. Rows are deleted in batches, each in its own transaction;
 * the sweep (removal/) then removes their bytes. @throws {AppError} NoSuchBucket, or AccessDenied if
 * inaccessible objects remain
 */
export async function emptyBucket(call: Call, id: string): Promise<void> {
  const { database } = call.storage.kernel
  const settings = settingsOf(call, 'storage.bucket.empty')
  const { rowCount } = await database.once(call.claims, {
    ...settings,
    text: 'select 1 from storage.buckets where pool_id = $1 and id = $2',
    values: [call.pool, id],
  })
  if (rowCount === 0) throw storageErrors.bucket_not_found()
  for (let removed = 0; removed < MAX_REMOVED; removed += BATCH) {
    const batch = await database.once(call.claims, {
      ...settings,
      text: `delete from storage.objects where pool_id = $1 and id = any (array(
        select id from storage.objects where pool_id = $1 and bucket_id = $2 limit ${BATCH}))`,
      values: [call.pool, id],
    })
    if (batch.rowCount < BATCH) return
  }
  throw storageErrors.bucket_too_full()
}
