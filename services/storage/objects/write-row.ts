import { SERVICE } from '#kernel/db/claims.ts'
import type { ObjectAddress } from '../address.ts'
import type { Stored } from '../backends/backend.ts'
import type { FileVersion } from '../backends/keys.ts'
import { storageErrors } from '../errors.ts'
import type { Storage } from '../storage.ts'
import { asConstraintError } from './check-upload.ts'
import type { FileMetadata, StoredObject } from './object.ts'
import { OBJECT_COLUMNS } from './object.ts'

export interface NewRow {
  address: ObjectAddress
  owner: string | null
  metadata: FileMetadata
  userMetadata: Record<string, unknown> | null
  /** Whether an object of that name may be replaced. */
  upsert: boolean
}

/** A row's metadata for bytes that were just stored. */
export const metadataOf = (
  stored: Stored,
  properties: { contentType: string; cacheControl: string; contentEncoding?: string | undefined },
): FileMetadata => ({
  eTag: stored.etag,
  size: stored.size,
  contentLength: stored.size,
  mimetype: properties.contentType,
  cacheControl: properties.cacheControl,
  lastModified: new Date().toISOString(),
  httpStatusCode: 200,
  ...(properties.contentEncoding ? { contentEncoding: properties.contentEncoding } : {}),
})

/**
 * Points an object at a stored version, with one statement. It inserts the row or, with `upsert`, changes the
 * version of the existing row; a trigger then marks the replaced bytes as loose. Replacing keeps the row's
 * id. If two first uploads of a name race, the later one's id remains.
 * @throws {AppError} KeyAlreadyExists, NoSuchBucket, Aborted if the bytes were released meanwhile
 */
export async function writeRow(
  { kernel }: Pick<Storage, 'kernel'>,
  { pool, object, version }: FileVersion,
  { address, owner, metadata, userMetadata, upsert }: NewRow,
): Promise<StoredObject> {
  const replace = `update set id = excluded.id, version = excluded.version, owner = excluded.owner,
    owner_id = excluded.owner_id, metadata = excluded.metadata, user_metadata = excluded.user_metadata`
  const { rows } = await kernel.database
    .once<StoredObject & { hasBytes: boolean }>(SERVICE, {
      text: `with bytes as (
          select from storage.loose_files where (pool_id, object_id, version) = ($1, $2, $3)
            and due_at > now() for update),
        written as (
          insert into storage.objects
            (pool_id, id, version, bucket_id, name, owner, owner_id, metadata, user_metadata)
          select $1, $2, $3, $4, $5, $6::text::uuid, $6::text, $7, $8 from bytes
          on conflict (pool_id, bucket_id, name) do ${upsert ? replace : 'nothing'}
          returning ${OBJECT_COLUMNS})
        select exists (select from bytes) as "hasBytes", written.* from (values (1)) as one left join written on true`,
      values: [pool, object, version, address.bucket, address.name, owner, metadata, userMetadata],
    })
    .catch((error: unknown) => {
      throw asConstraintError(error)
    })
  const { hasBytes, ...row } = rows[0]!
  if (!hasBytes) throw storageErrors.cut_off()
  if (row.id === null) throw storageErrors.object_exists()
  return row
}
