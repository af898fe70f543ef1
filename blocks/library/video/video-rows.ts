import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Kernel } from '#kernel/kernel.ts'
import type { Failure } from './failures.ts'

/** A video that this process converts, until its lease ends. */
export interface Claim {
  tenant: string
  item: string
  path: string
  /** Distinguishes it from the claim of a process that took over. */
  attempt: number
}

/** Without a sign of life for this long, another process takes over. */
export const LEASE_SECONDS = 60
/** A server that stops this often during one video is stopped by the video. */
const MOST_ATTEMPTS = 3

type Db = Pick<Kernel, 'database'>

async function run<T>({ database }: Db, statement: RawBuilder<T>): Promise<T[]> {
  const { rows } = await database.asService('job: state of the conversion of a video', (db) =>
    statement.execute(db),
  )
  return rows
}

/** Takes the video that waits longest, or one whose process was killed. */
export async function claimVideo(kernel: Db): Promise<Claim | undefined> {
  // A row that was tried too often is not claimed again.
  await run(
    kernel,
    sql`update public.library_videos set state = 'failed', failure = 'interrupted', lease_until = null, updated_at = now()
      where state = 'working' and lease_until < now() and attempts >= ${MOST_ATTEMPTS}`,
  )
  const [claim] = await run(
    kernel,
    sql<Claim>`update public.library_videos v set state = 'working', progress = 0, failure = null, attempts = v.attempts + 1,
        lease_until = now() + make_interval(secs => ${LEASE_SECONDS}), updated_at = now()
      from (select tenant_id, item_id from public.library_videos
        where state = 'waiting' or (state = 'working' and lease_until < now())
        order by updated_at limit 1 for update skip locked) due
      where v.tenant_id = due.tenant_id and v.item_id = due.item_id
      returning v.tenant_id as tenant, v.item_id as item, v.path, v.attempts as attempt`,
  )
  return claim
}

const mine = ({ tenant, item, path, attempt }: Claim) =>
  sql`tenant_id = ${tenant} and item_id = ${item} and path = ${path} and attempts = ${attempt} and state = 'working'`

/** Extends the lease. @returns false if the item was deleted, has another file or another process: then the work is for nothing */
export async function reportProgress(kernel: Db, claim: Claim, percent: number): Promise<boolean> {
  const rows = await run(
    kernel,
    sql`update public.library_videos set progress = ${percent}, lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
      where ${mine(claim)} returning 1`,
  )
  return rows.length > 0
}

/** @returns false as above: the stored files are then to be removed */
export async function finishVideo(kernel: Db, claim: Claim, heights: number[]): Promise<boolean> {
  const rows = await run(
    kernel,
    sql`update public.library_videos set state = 'ready', progress = 100, lease_until = null, heights = ${heights}::smallint[],
      updated_at = now() where ${mine(claim)} returning 1`,
  )
  return rows.length > 0
}

export async function failVideo(kernel: Db, claim: Claim, failure: Failure): Promise<void> {
  await run(
    kernel,
    sql`update public.library_videos set state = 'failed', failure = ${failure}, lease_until = null, updated_at = now()
      where ${mine(claim)}`,
  )
}

/** Puts it back in the queue when this process stops as planned, so that another start goes on at once. */
export async function releaseVideo(kernel: Db, claim: Claim): Promise<void> {
  await run(
    kernel,
    sql`update public.library_videos set state = 'waiting', progress = 0, attempts = greatest(attempts - 1, 0), lease_until = null
      where ${mine(claim)}`,
  )
}

/** Removes the renditions of a file, unless another process took over. */
export async function dropRenditions(kernel: Db, { tenant, path }: Claim): Promise<void> {
  await run(
    kernel,
    sql`delete from storage.objects where pool_id = ${tenant} and bucket_id = 'bb-library'
      and name > ${`${path}.hls/`} and name < ${`${path}.hls0`} and not exists (select from public.library_videos v
        where v.tenant_id = ${tenant} and v.path = ${path} and v.state in ('working', 'ready'))`,
  )
}

/** Where the bytes of the uploaded file are. */
export async function sourceOf(
  kernel: Db,
  { tenant, path }: Claim,
): Promise<{ id: string; version: string } | undefined> {
  const [row] = await run(
    kernel,
    sql<{ id: string; version: string }>`select id, version from storage.objects
      where pool_id = ${tenant} and bucket_id = 'bb-library' and name = ${path}`,
  )
  return row
}

/** Wakes a process that converts. Without ffmpeg on any, the rows wait. */
export async function queueConversion({ database, jobs }: Pick<Kernel, 'database' | 'jobs'>): Promise<void> {
  await database.asService('job: queue the conversion of a video', (db) => jobs.send(db, 'library-video', {}))
}

/** For the staff, after their right was checked. */
export async function retryVideo(
  kernel: Db,
  { tenantId, itemId }: { tenantId: string; itemId: string },
): Promise<void> {
  await run(
    kernel,
    sql`update public.library_videos set state = 'waiting', progress = 0, failure = null, attempts = 0, updated_at = now()
      where tenant_id = ${tenantId} and item_id = ${itemId} and state = 'failed'`,
  )
}
