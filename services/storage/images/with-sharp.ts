import { availableParallelism } from 'node:os'
import { imageErrors } from './options.ts'

type SharpModule = (typeof import('sharp'))['default']

/** Concurrent transformations; each can use a core and much memory. */
const MAX_CONCURRENT = Math.max(1, Math.min(4, availableParallelism()))
/** Queued transformations. Above this, requests are rejected with 503. */
const MAX_QUEUED = 64

let working = 0
const queue: (() => void)[] = []

/** Loaded with the first image, because the library has several megabytes. */
async function loadSharp(): Promise<SharpModule> {
  const { default: sharp } = await import('sharp')
  // One core per image, so that the other cores can serve other requests.
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

/**
 * Calls `work` with the image library. Runs at most MAX_CONCURRENT of them at the same time, and queues MAX_QUEUED more.
 * @throws {AppError} too_many_images
 */
export async function withSharp<T>(work: (sharp: SharpModule) => Promise<T>): Promise<T> {
  if (working >= MAX_CONCURRENT) {
    if (queue.length >= MAX_QUEUED) throw imageErrors.too_many_images()
    await new Promise<void>((resolve) => queue.push(resolve))
  } else working += 1
  try {
    return await work(await loadSharp())
  } finally {
    const next = queue.shift()
    if (next) next()
    else working -= 1
  }
}
