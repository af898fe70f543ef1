import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '#kernel/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { fileKey } from '#services/storage/backends/keys.ts'
import { openStorage } from '#services/storage/open.ts'
import { metadataOf, writeRow } from '#services/storage/objects/write-row.ts'
import { uploadTargetOf } from '#services/storage/objects/upload.ts'
import { dropFile, storeFile } from '#services/storage/uploads/store-file.ts'
import { BUCKET } from '../bucket.ts'
import { convert } from './convert.ts'
import type { Made } from './convert.ts'
import { ConversionFailed } from './failures.ts'
import * as rows from './video-rows.ts'
import type { Claim } from './video-rows.ts'

const REPORT_MS = 2000
/** The rest of the progress is storing the files. */
const ENCODED_PERCENT = 95
/** A conversion may take this long whatever its length, and this many times its length. The queue's own limit is higher. */
const TIME = { leastMs: 600_000, timesSeconds: 10, mostMs: 7 * 3_600_000 }
const SOURCE = 'source'

/** Ends the work of a process when it stops. */
const stops = new WeakMap<Kernel, AbortController>()
function stopOf(kernel: Kernel): AbortController {
  const known = stops.get(kernel)
  if (known) return known
  const stop = new AbortController()
  stops.set(kernel, stop)
  kernel.beforeClose(async () => stop.abort(new Stopped()))
  return stop
}
class Stopped extends Error {}
/** The item was deleted, or has another file. */
class Obsolete extends Error {}

/** Converts one video, and queues a job for the next. Without ffmpeg it does nothing: a process that has it takes the video. */
export async function convertNext(kernel: Kernel): Promise<void> {
  const { tools } = kernel.config.video
  const stop = stopOf(kernel)
  if (!tools || stop.signal.aborted) return
  const claim = await rows.claimVideo(kernel)
  if (!claim) return
  const work = new AbortController()
  const signal = AbortSignal.any([stop.signal, work.signal])
  let percent = 0
  const reports = setInterval(() => {
    // A report that fails is followed by others; after the lease another process may start, which stores the same files.
    rows.reportProgress(kernel, claim, percent).then(
      (isMine) => isMine || work.abort(new Obsolete()),
      () => undefined,
    )
  }, REPORT_MS)
  const endAfter = (ms: number) => setTimeout(() => work.abort(new ConversionFailed('timeout')), ms)
  let limit = endAfter(TIME.mostMs)
  const folders = join(kernel.config.dataDir, 'video')
  const folder = join(folders, `${claim.item}.${claim.attempt}`)
  try {
    await removeOld(folders, claim.item)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await fetchSource(kernel, claim, join(folder, SOURCE), signal)
    const { files, heights } = await convert({
      tools,
      folder,
      source: SOURCE,
      maxSeconds: kernel.config.video.maxSeconds,
      signal,
      onProgress: (share) => (percent = Math.floor(share * ENCODED_PERCENT)),
      onSeconds: (seconds) => {
        clearTimeout(limit)
        limit = endAfter(Math.min(TIME.mostMs, TIME.leastMs + seconds * TIME.timesSeconds * 1000))
      },
    })
    for (const file of files) await storeRendition(kernel, claim, file, signal)
    if (!(await rows.finishVideo(kernel, claim, heights))) throw new Obsolete()
    kernel.log.info({ tenant: claim.tenant, item: claim.item, heights }, 'a video was converted')
  } catch (error) {
    // What is interrupted fails in its own way.
    await settle(kernel, claim, signal.aborted ? signal.reason : error)
  } finally {
    clearInterval(reports)
    clearTimeout(limit)
    await rm(folder, { recursive: true, force: true })
  }
  if (!stop.signal.aborted) await rows.queueConversion(kernel)
}

/** Removes what killed processes left: of this item, and of those that no one tried again. */
async function removeOld(folders: string, item: string): Promise<void> {
  const names = await readdir(folders).catch(() => [])
  for (const name of names) {
    const { mtimeMs } = await stat(join(folders, name)).catch(() => ({ mtimeMs: Date.now() }))
    if (name.startsWith(item) || mtimeMs < Date.now() - 2 * TIME.mostMs)
      await rm(join(folders, name), { recursive: true, force: true })
  }
}

/** What a failure means for the row. */
async function settle(kernel: Kernel, claim: Claim, error: unknown): Promise<void> {
  if (error instanceof Stopped) return rows.releaseVideo(kernel, claim)
  if (error instanceof Obsolete) return rows.dropRenditions(kernel, claim)
  const failure =
    error instanceof ConversionFailed
      ? error.failure
      : error instanceof AppError && error.status === 413
        ? 'storage_full'
        : 'unexpected'
  kernel.log.warn(
    {
      tenant: claim.tenant,
      item: claim.item,
      failure,
      error: String(error),
      cause: String((error as Error).cause),
    },
    'a video was not converted',
  )
  await rows.failVideo(kernel, claim, failure)
  await rows.dropRenditions(kernel, claim)
}

/** ffmpeg seeks in its input, so the file is copied to this machine. */
async function fetchSource(kernel: Kernel, claim: Claim, path: string, signal: AbortSignal): Promise<void> {
  const source = await rows.sourceOf(kernel, claim)
  const { files } = openStorage(kernel)
  const key = source && fileKey({ pool: claim.tenant, object: source.id, version: source.version })
  const stored = key && (await files.get(key))
  if (!stored) throw new ConversionFailed('file_missing')
  await pipeline(Readable.from(stored.body), createWriteStream(path, { mode: 0o600 }), { signal })
}

/** Stores a file in the folder of the video, or replaces that of an interrupted run. */
async function storeRendition(
  kernel: Kernel,
  { tenant, path }: Claim,
  made: Made,
  signal: AbortSignal,
): Promise<void> {
  const storage = openStorage(kernel)
  const address = { bucket: BUCKET, name: `${path}.hls/${made.name}` }
  const target = await uploadTargetOf(storage, tenant, address)
  if (!target) throw new ConversionFailed('file_missing')
  const stored = await storeFile(kernel, {
    pool: tenant,
    object: target.object,
    body: made.file ? createReadStream(made.file) : bytesOf(made.text ?? ''),
    contentType: made.type,
    // The uploaded file was within the limit for one file; the quota counts these.
    maxBytes: Number.MAX_SAFE_INTEGER,
    signal,
  })
  try {
    const metadata = metadataOf(stored, { contentType: made.type, cacheControl: 'no-cache' })
    await writeRow(storage, stored, { address, owner: null, metadata, userMetadata: null, upsert: true })
  } catch (error) {
    await dropFile(kernel, stored)
    throw error
  }
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text)
}
