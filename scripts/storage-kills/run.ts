import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '@supabase/supabase-js'
import { loadConfig } from '#kernel/config.ts'
import { openBackend } from '#services/storage/backends/open.ts'
import { startS3Server } from '#testing/s3-server.ts'
import { startInstance } from '../../bench/instance.ts'
import { BUCKET, keepUploading, newTally } from './uploads.ts'
import type { Expected } from './uploads.ts'
import { verifyBytes, verifyObjects } from './verify.ts'

const UPLOADERS = 6
/** Time after the last kill within which each way of uploading must have succeeded once. */
const FINAL_UPLOADS_MS = 120_000

/**
 * Starts a server, uploads to it in all three ways at once, kills it (-9) at random times, restarts it each
 * time, and then verifies the stored files.
 * @param on back end
 * @param say takes a line for each step
 * @throws {Error} if no S3 server is available
 */
export async function storageKills(
  kills: number,
  on: 'disk' | 's3',
  say: (line: string) => void = () => undefined,
) {
  say('Starting a server ...')
  const s3 = on === 's3' ? await startS3Server() : undefined
  if (typeof s3 === 'string') throw new Error(s3)
  const settings = { ...s3?.env, STORAGE_SWEEP_SECONDS: '1', STORAGE_QUOTA_BYTES: String(100 * 1024 ** 3) }
  const instance = await startInstance(settings)
  try {
    const operator = createClient(instance.url, instance.serviceRoleKey, { auth: { persistSession: false } })
    const { error } = await operator.storage.createBucket(BUCKET, { public: false })
    if (error) throw error
    const expected: Expected = new Map()
    const tally = newTally()
    const stop = new AbortController()
    const work = { expected, tally, stop: stop.signal }
    const uploading = Promise.all(
      Array.from({ length: UPLOADERS }, (_, worker) => keepUploading(instance, worker, work)),
    )
    for (let i = 0; i < kills; i++) {
      await pause(randomInt(200, 2500))
      await instance.kill()
      await instance.start()
      say(`Killed and started again: ${i + 1} of ${kills}`)
    }
    // On a slow machine, one of the ways may have had no time between the kills.
    const until = Date.now() + FINAL_UPLOADS_MS
    while (Object.values(tally.confirmed).some((count) => count === 0) && Date.now() < until) await pause(50)
    stop.abort()
    await uploading
    say('Reading what is stored ...')
    const found = await verifyObjects(instance, expected)
    const config = loadConfig(
      { ...settings, DATA_DIR: instance.dataDir },
      {
        jwtSecret: 'of-this-run-alone-0123456789-abcdef',
        secretKeys: `a:${Buffer.from(instance.serviceRoleKey).subarray(0, 32).toString('base64')}`,
      },
    )
    const bytes = await verifyBytes(instance, openBackend(config))
    return { on, kills, ...tally, ...found, ...bytes }
  } finally {
    await instance.stop()
    await s3?.stop()
  }
}

export type Figures = Awaited<ReturnType<typeof storageKills>>

/** The violations, as messages; empty if there are none. */
export function faultsOf(figures: Figures): string[] {
  const { confirmed, reasons, broken, lost, orphans, missing, halves, miscounted } = figures
  const never = Object.entries(confirmed).filter(([, count]) => count === 0)
  return [
    ...never.map(([way]) => `no ${way} upload was confirmed: ${JSON.stringify(reasons)}`),
    ...broken.map((name) => `${name} is incomplete`),
    ...lost.map((name) => `${name} was confirmed and is lost`),
    ...(orphans ? [`${orphans} files have no row`] : []),
    ...(missing ? [`${missing} rows have no file`] : []),
    ...(halves ? [`${halves} partial files remain`] : []),
    ...(miscounted ? [`the counters are off by ${miscounted} bytes`] : []),
  ]
}
