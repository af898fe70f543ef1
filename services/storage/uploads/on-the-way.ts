/**
 * Bytes on their way: each version is written down in storage.loose_files, with the room it takes, before its first
 * byte goes to the back end. The transaction that points a row at it takes it off again (trigger on storage.objects);
 * what nobody took off is due some time later, and removed by the sweep. So whatever ends a process where, no byte is
 * lost track of, and the quota holds: room is taken in one statement that only counts while there is some.
 */
import type { Config } from '#kernel/config.ts'
import { SERVICE } from '#kernel/db/claims.ts'
import type { Database } from '#kernel/db/database.ts'
import type { FileVersion } from '../backends/keys.ts'

/** Milliseconds that a writer has before it must show again that it lives. */
const leaseMs = (config: Config) => Math.max(config.storage.sweepAgeMs, 10_000)

const seconds = (config: Config) => leaseMs(config) / 1000

/**
 * Writes a version down and takes room for it.
 * @returns false when there is no room
 */
export async function announce(
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
 * Takes more room for a version, none for a sign of life.
 * @returns false when there is no room, or the version was given up meanwhile
 */
export async function extend(
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
 * Gives a version up: from here on no row can take it up.
 * @returns false when it is nobody's to give up: a row points at it, or it is gone
 */
export async function giveUp(database: Pick<Database, 'once'>, file: FileVersion): Promise<boolean> {
  const { rowCount } = await database.once(SERVICE, {
    name: 'storage_give_up',
    text: `update storage.loose_files set due_at = '-infinity'
      where pool_id = $1 and object_id = $2 and version = $3 returning version`,
    values: [file.pool, file.object, file.version],
  })
  return rowCount === 1
}

/** Takes versions off, with their room, when their bytes are gone from the back end. */
export async function forget(database: Pick<Database, 'once'>, files: FileVersion[]): Promise<void> {
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

/** Shows that a writer lives, for as long as `work` takes. */
export async function alive<T>(
  database: Pick<Database, 'once'>,
  config: Config,
  file: FileVersion,
  work: () => Promise<T>,
): Promise<T> {
  const sign = setInterval(
    () => {
      // A sign that gets lost is followed by others; when all are, the version is due and the upload fails.
      extend(database, config, file, { more: 0, quota: 0 }).catch(() => undefined)
    },
    leaseMs(config) / 4,
  )
  try {
    return await work()
  } finally {
    clearInterval(sign)
  }
}
