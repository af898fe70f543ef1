import { SERVICE } from '#kernel/db/claims.ts'
import type { Database } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { fileKey, readKey } from '../backends/keys.ts'
import type { FileVersion } from '../backends/keys.ts'
import { openBackend } from '../backends/open.ts'
import { deleteRecords } from '../uploads/file-records.ts'

type SweepKernel = Pick<Kernel, 'config' | 'database' | 'log'>

/** Files per round. */
const BATCH = 500
/** Pools per sweep whose files are compared with their rows. */
const AUDITS_PER_SWEEP = 20

export interface SweepResult {
  /** Number of expired resumable uploads. */
  uploads: number
  /** Number of removed files that were recorded as loose. */
  loose: number
  /** Number of removed files without any record. */
  unknown: number
}

/**
 * Removes everything that is no longer referenced: expired uploads, loose files that are due and, once a day
 * for each pool, files that have neither a row nor a record as loose (they occur after a database is restored
 * from a backup). It can be interrupted at any point, and two sweeps can run at the same time.
 */
export async function sweep(kernel: SweepKernel): Promise<SweepResult> {
  const uploads = await deleteExpiredUploads(kernel.database)
  const loose = await removeDue(kernel)
  const unknown = await audit(kernel)
  return { uploads, loose, unknown }
}

/** Deletes expired uploads. Their parts become loose (trigger), and so does the file that they were for. */
async function deleteExpiredUploads(database: Pick<Database, 'once'>): Promise<number> {
  let ended = 0
  for (let rows = BATCH; rows === BATCH; ended += rows) {
    const { rowCount } = await database.once(SERVICE, {
      name: 'storage_end_uploads',
      text: `with ended as (
          delete from storage.resumable_uploads where (pool_id, id) in (
            select pool_id, id from storage.resumable_uploads where expires_at <= now()
            order by expires_at limit $1 for update skip locked)
          returning pool_id, object_id, version),
        due as (
          update storage.loose_files f set due_at = least(f.due_at, now()) from ended e
          where (f.pool_id, f.object_id, f.version) = (e.pool_id, e.object_id, e.version))
        select from ended`,
      values: [BATCH],
    })
    rows = rowCount
  }
  return ended
}

async function removeDue(kernel: SweepKernel): Promise<number> {
  let removed = 0
  for (let count = BATCH; count === BATCH; removed += count) {
    const due = await claimDue(kernel.database)
    count = due.length
    if (count === 0) break
    await openBackend(kernel.config).remove(due.map(fileKey))
    await deleteRecords(kernel.database, due)
  }
  return removed
}

/**
 * Claims files that are due. After that, no row can reference them (write-row.ts checks whether they are
 * due).
 */
async function claimDue(database: Pick<Database, 'once'>): Promise<FileVersion[]> {
  const { rows } = await database.once<FileVersion>(SERVICE, {
    name: 'storage_doom',
    text: `update storage.loose_files set due_at = '-infinity' where (pool_id, object_id, version) in (
        select pool_id, object_id, version from storage.loose_files where due_at <= now()
        order by due_at limit $1 for update skip locked)
      returning pool_id as pool, object_id as object, version`,
    values: [BATCH],
  })
  return rows
}

/** Audits pools one by one, starting with the one that was audited longest ago. */
async function audit(kernel: SweepKernel): Promise<number> {
  let removed = 0
  const moment = new Date(Date.now() - kernel.config.storage.sweepAgeMs)
  for (let i = 0; i < AUDITS_PER_SWEEP; i++) {
    const { rows } = await kernel.database.once<{ pool_id: string }>(SERVICE, {
      name: 'storage_claim_audit',
      text: `update storage.usage set audited_at = now() where pool_id in (
          select pool_id from storage.usage where audited_at < now() - interval '1 day'
          order by audited_at limit 1 for update skip locked) returning pool_id`,
      values: [],
    })
    if (!rows[0]) break
    removed += await auditPool(kernel, rows[0].pool_id, moment)
  }
  return removed
}

async function auditPool(kernel: SweepKernel, pool: string, moment: Date): Promise<number> {
  const files = openBackend(kernel.config)
  let removed = 0
  const removeUnknown = async (keys: string[]) => {
    const unknown = await unknownOf(kernel.database, pool, keys)
    if (unknown.length) kernel.log.warn({ pool, files: unknown.length }, 'removing files without a row')
    await files.remove(unknown)
    removed += unknown.length
  }
  let keys: string[] = []
  for await (const key of files.keysBefore(moment, pool)) {
    keys.push(key)
    if (keys.length === BATCH) await removeUnknown(keys.splice(0))
  }
  if (keys.length) await removeUnknown(keys)
  return removed
}

async function unknownOf(database: Pick<Database, 'once'>, pool: string, keys: string[]): Promise<string[]> {
  const versions = keys.map(readKey)
  const { rows } = await database.once<{ place: number }>(SERVICE, {
    name: 'storage_unknown',
    text: `select place::int from unnest($2::uuid[], $3::uuid[]) with ordinality as k (object, version, place)
      where not exists (select from storage.objects where (pool_id, id) = ($1, object) and version = k.version)
        and not exists (select from app.record_files where (tenant_id, id) = ($1, object) and version = k.version)
        and not exists (select from storage.loose_files where (pool_id, object_id, version) = ($1, object, k.version))
        and not exists (
          select from storage.resumable_parts where (pool_id, upload_id) = ($1, object) and version = k.version)`,
    values: [pool, versions.map(({ object }) => object), versions.map(({ version }) => version)],
  })
  return rows.map(({ place }) => keys[place - 1]!)
}
