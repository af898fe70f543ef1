/**
 * Records of bytes that no row references yet. Each version is recorded in storage.loose_files, with its
 * reserved quota, before its first byte is written to the backend. The transaction that points a row at the
 * version removes the record (trigger on storage.objects). A record that was not removed becomes due later,
 * and the sweep removes its bytes. So no byte is lost track of whenever a process dies, and the quota is
 * enforced: one statement reserves it only while enough is left.
 */
import type { Config } from '#kernel/config.ts'
import { SERVICE } from '#kernel/db/claims.ts'
import type { Database } from '#kernel/db/database.ts'
import type { FileVersion } from '../backends/keys.ts'

/** Milliseconds within which a writer must renew its lease. */
const leaseMs = (config: Config) => Math.max(config.storage.sweepAgeMs, 10_000)

const seconds = (config: Config) => leaseMs(config) / 1000

/**
 * Records a version and reserves quota for it.
 * @returns false if the quota is exceeded
 */
export async function recordFile(
  database: Pick<Database, 'once'>,
  config: Config,
  file: FileVersion,
  { bytes, quota, forSeconds }: { bytes: number; quota: number; forSeconds?: number },
): Promise<boolean> {
  const { rowCount } = await database.once(SERVICE, {
    name: 'storage_announce',
    text: `with room as (
        insert into storage.usage as u (pool_id, reserved) select $1::uuid, $4::bigint where $4::bigint <= $5::bigint
        on conflict (pool_id) do update set reserved = u.reserved + excluded.reserved
          where u.bytes + u.reserved + excluded.reserved <= $5::bigint
        returning pool_id)
      insert into storage.loose_files (pool_id, object_id, version, bytes, due_at)
      select pool_id, $2::uuid, $3::uuid, $4::bigint, now() + make_interval(secs => $6) from room
      returning version`,
    values: [file.pool, file.object, file.version, bytes, quota, forSeconds ?? seconds(config)],
  })
  return rowCount === 1
}

/**
 * Reserves more quota for a version and renews its lease; with 0 bytes it only renews the lease.
 * @returns false if the quota is exceeded, or the version was released meanwhile
 */
export async function extendReservation(
  database: Pick<Database, 'once'>,
  config: Config,
  file: FileVersion,
  { more, quota }: { more: number; quota: number },
): Promise<boolean> {
  const { rowCount } = await database.once(SERVICE, {
    name: 'storage_extend',
    text: `with mine as (
        select pool_id, object_id, version from storage.loose_files
        where pool_id = $1 and object_id = $2 and version = $3 and due_at > '-infinity' for update),
      room as (
        update storage.usage u set reserved = reserved + $4::bigint from mine where u.pool_id = mine.pool_id
          and ($4::bigint = 0 or u.bytes + u.reserved + $4::bigint <= $5::bigint)
        returning 1)
      update storage.loose_files f
      set bytes = f.bytes + $4::bigint, due_at = greatest(f.due_at, now() + make_interval(secs => $6))
      from mine where (f.pool_id, f.object_id, f.version) = (mine.pool_id, mine.object_id, mine.version)
        and exists (select from room) returning f.version`,
    values: [file.pool, file.object, file.version, more, quota, seconds(config)],
  })
  return rowCount === 1
}

/**
 * Releases a version: after this, no row can reference it.
 * @returns false if a row references it already, or its record no longer exists
 */
export async function releaseFile(database: Pick<Database, 'once'>, file: FileVersion): Promise<boolean> {
  const { rowCount } = await database.once(SERVICE, {
    name: 'storage_give_up',
    text: `update storage.loose_files set due_at = '-infinity'
      where pool_id = $1 and object_id = $2 and version = $3 returning version`,
    values: [file.pool, file.object, file.version],
  })
  return rowCount === 1
}

/**
 * Deletes the records of versions, with their reserved quota, after their bytes were removed from the
 * backend.
 */
export async function deleteRecords(database: Pick<Database, 'once'>, files: FileVersion[]): Promise<void> {
  await database.once(SERVICE, {
    name: 'storage_forget',
    text: `delete from storage.loose_files where (pool_id, object_id, version) in (
        select * from unnest($1::uuid[], $2::uuid[], $3::uuid[]))`,
    values: [
      files.map(({ pool }) => pool),
      files.map(({ object }) => object),
      files.map(({ version }) => version),
    ],
  })
}

/** Renews a writer's lease while `work` runs. */
export async function withLease<T>(
  database: Pick<Database, 'once'>,
  config: Config,
  file: FileVersion,
  work: () => Promise<T>,
): Promise<T> {
  const renewal = setInterval(
    () => {
      // A failed renewal is followed by others. If all of them fail, the version becomes due and the upload
      // fails.
      extendReservation(database, config, file, { more: 0, quota: 0 }).catch(() => undefined)
    },
    leaseMs(config) / 4,
  )
  try {
    return await work()
  } finally {
    clearInterval(renewal)
  }
}
