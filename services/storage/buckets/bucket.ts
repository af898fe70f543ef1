import { SERVICE } from '#kernel/db/claims.ts'
import { storageErrors } from '../errors.ts'
import { settingsOf } from '../storage.ts'
import type { Caller, Storage } from '../storage.ts'

/** The properties of a bucket that the server itself uses. */
export interface Bucket {
  id: string
  public: boolean
  /** Bytes; null: only the installation's limit applies. */
  file_size_limit: number | null
  allowed_mime_types: string[] | null
  /** Some callers may read it only as long as they are in this audience. */
  read_audience_id: string | null
}

/**
 * Reads as the service, because a caller who may upload need not be able to see the bucket.
 * @returns undefined if the bucket does not exist
 */
export async function bucketOf(
  { kernel }: Pick<Storage, 'kernel'>,
  pool: string,
  id: string,
): Promise<Bucket | undefined> {
  const { rows } = await kernel.database.once<Bucket>(SERVICE, {
    name: 'storage_bucket',
    text: `select id, public, file_size_limit, allowed_mime_types, read_audience_id from storage.buckets where pool_id = $1 and id = $2`,
    values: [pool, id],
  })
  return rows[0]
}

/**
 * The error for an object that the caller cannot access. Only owners of the namespace learn that a bucket
 * does not exist: for everyone else, a missing object and an inaccessible one look the same.
 */
export async function notFound(storage: Storage, caller: Caller, bucket: string): Promise<Error> {
  if (!(await ownsNamespace(storage, caller))) return storageErrors.object_not_found()
  return (await bucketOf(storage, caller.pool, bucket))
    ? storageErrors.object_not_found()
    : storageErrors.bucket_not_found()
}

async function ownsNamespace({ kernel }: Storage, caller: Caller): Promise<boolean> {
  const { role } = caller.claims
  if (role !== 'authenticated') return role === 'service_role'
  const { rows } = await kernel.database.once<{ owns: boolean }>(caller.claims, {
    ...settingsOf(caller, 'storage.bucket.get'),
    text: `select $1::uuid = any (array(select app.tenants_with('content'))) as owns`,
    values: [caller.pool],
  })
  return rows[0]?.owns === true
}
