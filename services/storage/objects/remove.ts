import type { ObjectAddress } from '../address.ts'
import { storageErrors } from '../errors.ts'
import { settingsOf } from '../storage.ts'
import type { Call } from '../storage.ts'
import { OBJECT_COLUMNS } from './object.ts'
import type { StoredObject } from './object.ts'

/** A path, or one version of it. */
export type RemovalTarget = string | { path: string; versionId: string }

/** Removes those of the objects that the caller may remove. Ignores the others, as if they did not exist. */
export async function removeObjects(
  call: Call,
  bucket: string,
  wanted: RemovalTarget[],
): Promise<StoredObject[]> {
  const entries = wanted.map((entry) =>
    typeof entry === 'string' ? { path: entry, versionId: null } : entry,
  )
  const { rows } = await call.storage.kernel.database.once<StoredObject>(call.claims, {
    ...settingsOf(call, 'storage.object.delete_many'),
    text: `delete from storage.objects o using unnest($3::text[], $4::text[]) as requested (path, version_id)
      where o.pool_id = $1 and o.bucket_id = $2 and o.name = requested.path
        and (requested.version_id is null or requested.version_id = o.version::text)
      returning ${OBJECT_COLUMNS}`,
    values: [
      call.pool,
      bucket,
      entries.map(({ path }) => path.replace(/^\/+/, '')),
      entries.map(({ versionId }) => versionId),
    ],
  })
  return rows
}

/** @throws {AppError} NoSuchKey, also if the caller may not remove the object */
export async function removeObject(call: Call, { bucket, name }: ObjectAddress): Promise<void> {
  const { rowCount } = await call.storage.kernel.database.once(call.claims, {
    ...settingsOf(call, 'storage.object.delete'),
    text: 'delete from storage.objects where pool_id = $1 and bucket_id = $2 and name = $3',
    values: [call.pool, bucket, name],
  })
  if (rowCount === 0) throw storageErrors.object_not_found()
}
