import { randomUUID } from 'node:crypto'
import type { ObjectAddress } from '../address.ts'
import { checkAllowed } from '../buckets/mime-types.ts'
import { storageErrors } from '../errors.ts'
import { checkedKey } from '../names.ts'
import { checkUpload } from '../objects/check-upload.ts'
import { uploadTargetOf } from '../objects/upload.ts'
import type { Call } from '../storage.ts'
import { uploadErrors } from '../uploads/errors.ts'
import { recordFile } from '../uploads/file-records.ts'
import { storageQuota } from '../uploads/quota.ts'
import { uploadProperties } from './upload-properties.ts'
import { createUpload, UPLOAD_SECONDS } from './upload-row.ts'
import type { ResumableUpload, Uploader } from './upload-row.ts'

/** Bucket and name from the Upload-Metadata header. @throws {AppError} InvalidKey */
export function addressOf(metadata: Record<string, string | null>): ObjectAddress {
  return { bucket: metadata.bucketName ?? '', name: checkedKey(metadata.objectName) }
}

export type NewUpload = Omit<ResumableUpload, 'offset' | 'createdAt' | 'finished'>

/**
 * Runs all checks before the first byte: the caller's permission for the name, the bucket's rules, and the
 * size.
 * @returns the upload to record
 * @throws {AppError}
 */
export async function prepareUpload(
  call: Call,
  uploader: Uploader,
  request: { id: string; size: number; metadata: Record<string, string | null>; upsert: boolean },
): Promise<NewUpload> {
  const { id, size, metadata, upsert } = request
  const { bucket, name } = addressOf(metadata)
  const { contentType, userMetadata } = uploadProperties(metadata)
  if (!uploader.signed)
    await checkUpload(
      call,
      { bucket, name },
      {
        upsert,
        operation: 'storage.tus.upload.create',
        metadata: { mimetype: contentType, contentLength: size },
        userMetadata,
      },
    )
  const place = await uploadTargetOf(call.storage, call.pool, { bucket, name })
  if (!place) throw storageErrors.bucket_not_found()
  if (place.exists && !upsert) throw storageErrors.object_exists()
  checkAllowed(contentType, place.allowed_mime_types)
  if (size > place.maxBytes) throw storageErrors.too_large()
  return {
    ...uploader,
    pool: call.pool,
    id,
    bucket,
    name,
    upsert,
    size,
    metadata,
    object: place.object,
    version: randomUUID(),
  }
}

/** Reserves quota for the whole file and records the upload. @throws {AppError} QuotaExceeded */
export async function recordUpload({ storage }: Call, upload: NewUpload): Promise<void> {
  const { config, database } = storage.kernel
  const reservation = {
    bytes: upload.size,
    quota: storageQuota(config, upload.pool),
    forSeconds: UPLOAD_SECONDS,
  }
  if (!(await recordFile(database, config, upload, reservation))) throw uploadErrors.quota_exceeded()
  await createUpload(database, upload)
}
