import type { ObjectAddress } from '../address.ts'
import { checkAllowed } from '../buckets/mime-types.ts'
import { notFound } from '../buckets/bucket.ts'
import { storageErrors } from '../errors.ts'
import { settingsOf } from '../storage.ts'
import type { Call } from '../storage.ts'
import { mimeTypeOf, sizeOf } from '../serve/headers.ts'
import { asConstraintError } from './check-upload.ts'
import type { StoredObject } from './object.ts'
import { uploadTargetOf } from './upload.ts'
import type { UploadTarget } from './upload.ts'

/**
 * Renames an object, possibly into another bucket, with one statement under row-level security. Its bytes
 * stay in place, because their location does not depend on names.
 * @throws {AppError} NoSuchKey, KeyAlreadyExists, NoSuchBucket, EntityTooLarge, InvalidMimeType
 */
export async function moveObject(call: Call, from: ObjectAddress, to: ObjectAddress): Promise<string> {
  const place = await uploadTargetOf(call.storage, call.pool, to)
  const id = await call.storage.kernel.database
    .transaction(call.claims, settingsOf(call, 'storage.object.move'), async (query) => {
      const { rows } = await query(
        `update storage.objects set bucket_id = $4, name = $5 where pool_id = $1 and bucket_id = $2 and name = $3
         returning id, metadata`,
        [call.pool, from.bucket, from.name, to.bucket, to.name],
      )
      const moved = rows[0] as Pick<StoredObject, 'id' | 'metadata'> | undefined
      if (moved && from.bucket !== to.bucket) checkFits(place, moved)
      return moved?.id
    })
    .catch((error: unknown) => {
      throw asConstraintError(error)
    })
  if (!id) throw await notFound(call.storage, call, from.bucket)
  return id
}

/** Enforces a bucket's rules for files that were moved or copied into it. @throws {AppError} */
export function checkFits(place: UploadTarget | undefined, file: Pick<StoredObject, 'metadata'>): void {
  if (!place) throw storageErrors.bucket_not_found()
  checkAllowed(mimeTypeOf(file), place.allowed_mime_types)
  if ((sizeOf(file) ?? 0) > place.maxBytes) throw storageErrors.too_large()
}
