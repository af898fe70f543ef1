import { sqlState } from '#kernel/db/database-error.ts'
import type { ObjectAddress } from '../address.ts'
import { storageErrors } from '../errors.ts'
import { ownerOf, settingsOf } from '../storage.ts'
import type { Call, Caller } from '../storage.ts'

/** The known properties of a file before its upload; policies can read them (`metadata ->> 'mimetype'`). */
export interface KnownProperties {
  metadata?: { mimetype?: string; contentLength?: number }
  userMetadata?: Record<string, unknown> | undefined
}

class RolledBack extends Error {}

const INSERT = `insert into storage.objects (pool_id, bucket_id, name, owner, owner_id, metadata, user_metadata)
  values ($1, $2, $3, $4::text::uuid, $4::text, $5, $6)`
const UPSERT = `${INSERT} on conflict (pool_id, bucket_id, name) do update set owner = excluded.owner,
  owner_id = excluded.owner_id, metadata = excluded.metadata, user_metadata = excluded.user_metadata`

/**
 * Checks whether the caller may write this object, by writing it and rolling back. So row-level security,
 * constraints and the builder's own triggers apply before any bytes are accepted.
 * @throws {AppError} AccessDenied, KeyAlreadyExists, NoSuchBucket
 */
export async function checkUpload(
  call: Caller & Pick<Call, 'storage'>,
  { bucket, name }: ObjectAddress,
  options: KnownProperties & { upsert: boolean; operation: string },
): Promise<void> {
  const settings = settingsOf(call, options.operation)
  try {
    await call.storage.kernel.database.transaction(call.claims, settings, async (query) => {
      await query(options.upsert ? UPSERT : INSERT, [
        call.pool,
        bucket,
        name,
        ownerOf(call),
        options.metadata ?? null,
        options.userMetadata ?? null,
      ])
      throw new RolledBack()
    })
  } catch (error) {
    if (error instanceof RolledBack) return
    throw asConstraintError(error)
  }
}

/**
 * Converts violated constraints of storage.objects to errors: the name is taken, or the bucket does not
 * exist.
 */
export function asConstraintError(error: unknown): unknown {
  if (sqlState(error) === '23505') return storageErrors.object_exists({ cause: error })
  if (sqlState(error) === '23503') return storageErrors.bucket_not_found({ cause: error })
  return error
}
