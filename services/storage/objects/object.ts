import { SERVICE } from '#kernel/db/claims.ts'
import type { ObjectAddress } from '../address.ts'
import { settingsOf } from '../storage.ts'
import type { UrlGrant } from '../signing/tokens.ts'
import type { Call, Caller, Storage } from '../storage.ts'

/** A row's description of its bytes. The names are the official service's. */
export interface FileMetadata {
  eTag: string
  /** Bytes. */
  size: number
  contentLength: number
  mimetype: string
  /** Value of the Cache-Control header, for example `max-age=3600`. */
  cacheControl: string
  /** ISO 8601. */
  lastModified: string
  httpStatusCode: 200
  /** Encoding of the stored bytes, for example `gzip`. */
  contentEncoding?: string
}

/**
 * A row of storage.objects. Builders' own statements can write the metadata, so it is validated before use.
 */
export interface StoredObject {
  id: string
  bucket_id: string
  name: string
  version: string
  owner_id: string | null
  metadata: Partial<Record<keyof FileMetadata, unknown>> | null
  user_metadata: Record<string, unknown> | null
  created_at: Date
  updated_at: Date
  last_accessed_at: Date
}

export const OBJECT_COLUMNS = `id, bucket_id, name, version, owner_id, metadata, user_metadata, created_at, updated_at,
  last_accessed_at`

const BY_NAME = `select ${OBJECT_COLUMNS} from storage.objects where pool_id = $1 and bucket_id = $2 and name = $3`

/** The object, if row-level security lets the caller see it. */
export async function findVisibleObject(
  call: Caller & Pick<Call, 'storage'>,
  { bucket, name }: ObjectAddress,
  operation: string,
): Promise<StoredObject | undefined> {
  const { rows } = await call.storage.kernel.database.once<StoredObject>(call.claims, {
    ...settingsOf(call, operation),
    name: 'storage_object',
    text: BY_NAME,
    values: [call.pool, bucket, name],
  })
  return rows[0]
}

/** The object, if its bucket is public: then everyone can read it by name, but no one can list it. */
export async function publicObject(
  { kernel }: Pick<Storage, 'kernel'>,
  pool: string,
  { bucket, name }: ObjectAddress,
): Promise<StoredObject | undefined> {
  const { rows } = await kernel.database.once<StoredObject>(SERVICE, {
    name: 'storage_public_object',
    text: `${BY_NAME} and exists (select from storage.buckets b where b.pool_id = $1 and b.id = $2 and b.public)`,
    values: [pool, bucket, name],
  })
  return rows[0]
}

/**
 * The object of a signed URL. Its signer had permission; a creator must still have it, because the URL can outlast their
 * ownership or role.
 */
export async function signedObject(
  { kernel }: Pick<Storage, 'kernel'>,
  { pool, address: { bucket, name }, signer }: Pick<UrlGrant, 'pool' | 'address' | 'signer'>,
): Promise<StoredObject | undefined> {
  const { rows } = await kernel.database.once<StoredObject>(SERVICE, {
    name: 'storage_signed_object',
    text: `${BY_NAME} and ($4::uuid is null or app.user_may($4, $1, 'content'))`,
    values: [pool, bucket, name, signer],
  })
  return rows[0]
}
