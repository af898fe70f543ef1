import { SERVICE } from '#kernel/db/claims.ts'
import { storageErrors } from '../errors.ts'
import { settingsOf } from '../storage.ts'
import type { Caller, Storage } from '../storage.ts'

/** What the server itself needs to know of a bucket. */
export interface Bucket {
  id: string
  public: boolean
  /** Bytes; null: the installation's limit alone. */
  file_size_limit: number | null
  allowed_mime_types: string[] | null
}

/**
 * Reads as the service: whoever may upload need not see the bucket.
 * @returns undefined when there is none
 */
async function bucketOf(
  { kernel }: Pick<Storage, 'kernel'>,
  pool: string,
  id: string,
): Promise<Bucket | undefined> {
  const { rows } = await kernel.database.once<Bucket>(SERVICE, {
    name: 'storage_bucket',
    text: `select id, public, file_size_limit, allowed_mime_types from storage.buckets where pool_id = $1 and id = $2`,
    values: [pool, id],
  })
  return rows[0]
}

/**
 * The refusal of an object that this caller does not get. Only who may see the namespace's buckets learns that there
 * is no such bucket: to everybody else what is absent and what is not theirs are the same.
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
    text: 'select $1::uuid = any (array(select app.owned_tenants())) as owns',
    values: [caller.pool],
  })
  return rows[0]?.owns === true
}
