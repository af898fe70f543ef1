import { randomUUID } from 'node:crypto'
import { SERVICE } from '#kernel/db/claims.ts'
import type { ObjectAddress } from '../address.ts'
import { checkAllowed, checkedMimeType } from '../buckets/mime-types.ts'
import { storageErrors } from '../errors.ts'
import { isEncoding } from '../serve/headers.ts'
import type { Call, Storage } from '../storage.ts'
import { receiveFile } from '../uploads/receive-file.ts'
import { dropFile } from '../uploads/store-file.ts'
import type { KnownProperties } from './check-upload.ts'
import { metadataOf, writeRow } from './write-row.ts'

/** The properties of an upload's target. */
export interface UploadTarget {
  /** Id of the existing object, or else a new id. */
  object: string
  exists: boolean
  /** Maximum size in bytes: the bucket's limit, or else the installation's. */
  maxBytes: number
  allowed_mime_types: string[] | null
}

/** @returns undefined if the bucket does not exist */
export async function uploadTargetOf(
  { kernel }: Pick<Storage, 'kernel'>,
  pool: string,
  { bucket, name }: ObjectAddress,
): Promise<UploadTarget | undefined> {
  const { rows } = await kernel.database.once<
    Omit<UploadTarget, 'maxBytes'> & { file_size_limit: number | null }
  >(SERVICE, {
    name: 'storage_place',
    text: `select coalesce(o.id, app.uuidv7()) as object, o.id is not null as taken, file_size_limit,
          allowed_mime_types
        from storage.buckets b left join storage.objects o
          on (o.pool_id, o.bucket_id, o.name) = (b.pool_id, b.id, $3)
        where b.pool_id = $1 and b.id = $2`,
    values: [pool, bucket, name],
  })
  if (!rows[0]) return undefined
  const { file_size_limit, ...place } = rows[0]
  const installationMax = kernel.config.storage.fileBytes
  const maxBytes = file_size_limit === null ? installationMax : Math.min(file_size_limit, installationMax)
  return { ...place, maxBytes }
}

interface UploadOptions {
  owner: string | null
  upsert: boolean
  /** Called with the known properties before any byte is stored; throws to reject the upload. */
  check?: (announced: KnownProperties) => Promise<void>
}

/** Whether clients use the object to keep an empty folder. */
const isPlaceholder = (name: string) => name.endsWith('.emptyFolderPlaceholder')

/**
 * Receives the file of a request: checks permissions, type and size first, then stores the bytes, then writes
 * the row with one statement. If anything fails after the bytes were stored, they are removed.
 * @throws {AppError}
 */
export async function upload(
  { storage, pool, c }: Pick<Call, 'storage' | 'pool' | 'c'>,
  address: ObjectAddress,
  { owner, upsert, check }: UploadOptions,
): Promise<{ id: string; key: string }> {
  const { kernel } = storage
  const place = await uploadTargetOf(storage, pool, address)
  const file = await receiveFile(kernel, c.req.raw, {
    pool,
    object: place?.object ?? randomUUID(),
    maxBytes: kernel.config.storage.fileBytes,
    async accept(contentType, userMetadata) {
      const mimetype = checkedMimeType(contentType)
      const length = Number(c.req.header('content-length') ?? Number.NaN)
      const metadata = { mimetype, ...(Number.isSafeInteger(length) ? { contentLength: length } : {}) }
      // Check permissions first: a caller without them must not learn which buckets exist, or their rules.
      await check?.({ metadata, userMetadata })
      if (!place) throw storageErrors.bucket_not_found()
      if (place.exists && !upsert) throw storageErrors.object_exists()
      if (!isPlaceholder(address.name)) checkAllowed(mimetype, place.allowed_mime_types)
      return place.maxBytes
    },
  })
  try {
    const row = await writeRow(storage, file, {
      address,
      owner,
      upsert,
      metadata: metadataOf(file, { ...file, contentEncoding: checkedEncoding(file.contentEncoding) }),
      userMetadata: file.userMetadata ?? null,
    })
    return { id: row.id, key: `${address.bucket}/${address.name}` }
  } catch (error) {
    await dropFile(kernel, file)
    throw error
  }
}

function checkedEncoding(declared: string | undefined): string | undefined {
  const encoding = declared?.trim().toLowerCase()
  if (!encoding || encoding === 'identity') return undefined
  if (!isEncoding(encoding))
    throw storageErrors.invalid_request({ text: 'content-encoding is not supported' })
  return encoding
}
