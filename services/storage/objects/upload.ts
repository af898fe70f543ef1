import { randomUUID } from 'node:crypto'
import { SERVICE } from '#kernel/db/claims.ts'
import type { ObjectAddress } from '../address.ts'
import { checkAllowed, checkedMimeType } from '../buckets/mime-types.ts'
import { storageErrors } from '../errors.ts'
import { isEncoding } from '../serve/headers.ts'
import type { Call, Storage } from '../storage.ts'
import { receiveFile } from '../uploads/receive-file.ts'
import { dropFile } from '../uploads/store-file.ts'
import type { Announced } from './check-upload.ts'
import { metadataOf, writeRow } from './write-row.ts'

/** What an upload needs to know of the place it goes to. */
export interface Place {
  /** Id of the object that is there, else a new one. */
  object: string
  taken: boolean
  /** Bytes at most: of the bucket, else of the installation. */
  maxBytes: number
  allowed_mime_types: string[] | null
}

/** @returns undefined when there is no such bucket */
export async function placeOf(
  { kernel }: Pick<Storage, 'kernel'>,
  pool: string,
  { bucket, name }: ObjectAddress,
): Promise<Place | undefined> {
  const { rows } = await kernel.database.once<Omit<Place, 'maxBytes'> & { file_size_limit: number | null }>(
    SERVICE,
    {
      name: 'storage_place',
      text: `select coalesce(o.id, app.uuidv7()) as object, o.id is not null as taken, file_size_limit,
          allowed_mime_types
        from storage.buckets b left join storage.objects o
          on (o.pool_id, o.bucket_id, o.name) = (b.pool_id, b.id, $3)
        where b.pool_id = $1 and b.id = $2`,
      values: [pool, bucket, name],
    },
  )
  if (!rows[0]) return undefined
  const { file_size_limit, ...place } = rows[0]
  const most = kernel.config.storage.fileBytes
  return { ...place, maxBytes: file_size_limit === null ? most : Math.min(file_size_limit, most) }
}

interface UploadOptions {
  owner: string | null
  upsert: boolean
  /** Asked with what is known before the first byte is kept; throws to refuse. */
  check?: (announced: Announced) => Promise<void>
}

/** Object by which clients keep an empty folder. */
const isPlaceholder = (name: string) => name.endsWith('.emptyFolderPlaceholder')

/**
 * Takes the file of a request: rights, type and size first, then the bytes, then the row in one statement. Whatever
 * fails after the bytes came, they are dropped.
 * @throws {AppError}
 */
export async function upload(
  { storage, pool, c }: Pick<Call, 'storage' | 'pool' | 'c'>,
  address: ObjectAddress,
  { owner, upsert, check }: UploadOptions,
): Promise<{ id: string; key: string }> {
  const { kernel } = storage
  const place = await placeOf(storage, pool, address)
  const file = await receiveFile(kernel, c.req.raw, {
    pool,
    object: place?.object ?? randomUUID(),
    maxBytes: kernel.config.storage.fileBytes,
    async accept(contentType, userMetadata) {
      const mimetype = checkedMimeType(contentType)
      const length = Number(c.req.header('content-length') ?? Number.NaN)
      const metadata = { mimetype, ...(Number.isSafeInteger(length) ? { contentLength: length } : {}) }
      // First the caller's rights: which buckets there are, and their rules, is not everybody's to ask.
      await check?.({ metadata, userMetadata })
      if (!place) throw storageErrors.bucket_not_found()
      if (place.taken && !upsert) throw storageErrors.object_exists()
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

function checkedEncoding(said: string | undefined): string | undefined {
  const encoding = said?.trim().toLowerCase()
  if (!encoding || encoding === 'identity') return undefined
  if (!isEncoding(encoding))
    throw storageErrors.invalid_request({ text: 'content-encoding is not supported' })
  return encoding
}
