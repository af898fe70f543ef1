import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '@supabase/supabase-js'
import pg from 'pg'
import { PLATFORM_POOL } from '#kernel/db/claims.ts'
import type { Backend } from '#services/storage/backends/backend.ts'
import { fileKey } from '#services/storage/backends/keys.ts'
import type { Instance } from '../../bench/instance.ts'
import { BUCKET, hashOf } from './uploads.ts'
import type { Expected } from './uploads.ts'

export interface Findings {
  /** Number of listed objects. */
  objects: number
  bytes: number
  /** Listed objects with bytes that were never sent, or with another size than their row. */
  broken: string[]
  /** Objects that were confirmed but are missing or have other content. */
  lost: string[]
}

/** Reads all listed objects and compares them with the uploads. */
export async function verifyObjects(keys: Instance, expected: Expected): Promise<Findings> {
  const files = createClient(keys.url, keys.serviceRoleKey, { auth: { persistSession: false } }).storage.from(
    BUCKET,
  )
  const found: Findings = { objects: 0, bytes: 0, broken: [], lost: [] }
  const seen = new Map<string, string>()
  for (let cursor: string | undefined, more = true; more;) {
    const { data, error } = await files.listV2({ limit: 500, ...(cursor ? { cursor } : {}) })
    if (error) throw error
    for (const { name, metadata } of data.objects) {
      const { data: blob } = await files.download(name)
      const bytes = blob && Buffer.from(await blob.arrayBuffer())
      const hash = bytes ? hashOf(bytes) : 'not there'
      seen.set(name, hash)
      found.objects += 1
      found.bytes += bytes?.byteLength ?? 0
      const whole = expected.get(name)?.tried.has(hash) === true
      if (!whole || metadata?.size !== bytes?.byteLength) found.broken.push(name)
    }
    cursor = data.nextCursor
    more = data.hasNext
  }
  for (const [name, { confirmed }] of expected)
    if (confirmed !== undefined && !seen.has(name)) found.lost.push(name)
  return found
}

/**
 * Ages unfinished uploads so that the sweep removes them, waits for the sweep, and compares the back end with
 * the rows.
 * @returns files without a row, rows without a file, partial files, and the error of the byte counters
 */
export async function verifyBytes(instance: Instance, files: Backend) {
  const owner = new pg.Client({ connectionString: instance.databaseUrl })
  await owner.connect()
  try {
    await owner.query("update storage.resumable_uploads set expires_at = now() - interval '1 second'")
    await owner.query("update storage.loose_files set due_at = now() - interval '1 second'")
    await owner.query("update storage.usage set audited_at = now() - interval '2 days'")
    // The audit ignores files that were just written.
    await pause(1500)
    // The queue would retry a killed sweep only after a minute, so its job is deleted.
    await owner.query("delete from pgboss.job where name = 'storage-sweep'")
    await owner.query("notify storage_loose_files, ''")
    await swept(owner)
    const { rows } = await owner.query<{ object: string; version: string }>(
      'select id as object, version from storage.objects where pool_id = $1',
      [PLATFORM_POOL],
    )
    const pointedAt = new Set(rows.map((row) => fileKey({ pool: PLATFORM_POOL, ...row })))
    const there = new Set<string>()
    for await (const key of files.keysBefore(new Date(Date.now() + 60_000), PLATFORM_POOL)) there.add(key)
    const usage = await owner.query<{ bytes: string; reserved: string; real: string }>(
      `select bytes, reserved, (select coalesce(sum((metadata ->> 'size')::bigint), 0) from storage.objects) as real
       from storage.usage where pool_id = $1`,
      [PLATFORM_POOL],
    )
    const { bytes, reserved, real } = usage.rows[0]!
    return {
      orphans: [...there].filter((key) => !pointedAt.has(key)).length,
      missing: [...pointedAt].filter((key) => !there.has(key)).length,
      halves: namesIn(join(instance.dataDir, 'files', 'unfinished')).length,
      miscounted: Math.abs(Number(bytes) - Number(real)) + Number(reserved),
    }
  } finally {
    await owner.end()
  }
}

async function swept(owner: pg.Client): Promise<void> {
  const until = Date.now() + 90_000
  for (;;) {
    const { rows } = await owner.query<{ left: boolean }>(
      `select exists (select from storage.loose_files)
         or exists (select from storage.usage where audited_at < now() - interval '1 day')
         or exists (select from pgboss.job where name = 'storage-sweep' and state = 'active') as left`,
    )
    if (!rows[0]?.left) return
    if (Date.now() > until) throw new Error('The sweep did not end within 90 seconds')
    await pause(100)
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
