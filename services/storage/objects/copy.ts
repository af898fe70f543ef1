import { randomUUID } from 'node:crypto'
import type { ObjectAddress } from '../address.ts'
import { fileKey } from '../backends/keys.ts'
import { notFound } from '../buckets/bucket.ts'
import { checkedMimeType } from '../buckets/mime-types.ts'
import { storageErrors } from '../errors.ts'
import { encodingOf, etagOf, mimeTypeOf, ownCacheControl, sizeOf } from '../serve/headers.ts'
import { ownerOf } from '../storage.ts'
import type { Call } from '../storage.ts'
import { withLease, recordFile } from '../uploads/file-records.ts'
import { uploadErrors } from '../uploads/errors.ts'
import { storageQuota } from '../uploads/quota.ts'
import { dropFile } from '../uploads/store-file.ts'
import { checkUpload } from './check-upload.ts'
import { checkFits } from './move.ts'
import { findVisibleObject } from './object.ts'
import type { StoredObject } from './object.ts'
import { uploadTargetOf } from './upload.ts'
import { metadataOf, writeRow } from './write-row.ts'

export interface CopyOptions {
  upsert: boolean
  /**
   * Undefined: copy all properties. Otherwise these replace the original's, and its user metadata is not
   * copied.
   */
  overrides?: { mimetype?: string | undefined; cacheControl?: string | undefined }
  userMetadata: Record<string, unknown> | null
}

/**
 * Copies the bytes of an object to another name, possibly in another bucket. The caller must be able to read
 * the original and to write the copy.
 * @throws {AppError}
 */
export async function copyObject(
  call: Call,
  from: ObjectAddress,
  to: ObjectAddress,
  { upsert, overrides, userMetadata }: CopyOptions,
): Promise<StoredObject> {
  const { storage, pool } = call
  const original = await findVisibleObject(call, from, 'storage.object.copy')
  if (!original) throw await notFound(storage, call, from.bucket)
  const size = sizeOf(original) ?? 0
  const properties = {
    contentType: checkedMimeType(overrides?.mimetype ?? mimeTypeOf(original)),
    cacheControl: overrides?.cacheControl ?? ownCacheControl(original),
    contentEncoding: encodingOf(original),
  }
  const own = overrides ? userMetadata : original.user_metadata
  await checkUpload(call, to, {
    upsert,
    operation: 'storage.object.copy',
    metadata: { mimetype: properties.contentType, contentLength: size },
    userMetadata: own ?? undefined,
  })
  const place = await uploadTargetOf(storage, pool, to)
  checkFits(place, { metadata: { size, mimetype: properties.contentType } })

  const file = { pool, object: place!.object, version: randomUUID() }
  const { config, database } = storage.kernel
  if (!(await recordFile(database, config, file, { bytes: size, quota: storageQuota(config, pool) })))
    throw uploadErrors.quota_exceeded()
  try {
    const source = fileKey({ pool, object: original.id, version: original.version })
    const copied = await withLease(database, config, file, () => storage.files.copy(source, fileKey(file)))
    if (!copied) throw storageErrors.object_not_found()
    const metadata = metadataOf({ size, etag: etagOf(original) }, properties)
    return await writeRow(storage, file, {
      address: to,
      owner: ownerOf(call),
      upsert,
      metadata,
      userMetadata: own,
    })
  } catch (error) {
    await dropFile(storage.kernel, file)
    throw error
  }
}
