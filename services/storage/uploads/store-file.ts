import { randomUUID } from 'node:crypto'
import type { Kernel } from '#kernel/kernel.ts'
import { FileTooLarge, UploadAborted } from '../backends/backend.ts'
import type { Stored } from '../backends/backend.ts'
import { fileKey } from '../backends/keys.ts'
import type { FileVersion } from '../backends/keys.ts'
import { openBackend } from '../backends/open.ts'
import { storageErrors } from '../errors.ts'
import { uploadErrors } from './errors.ts'
import { alive, announce, extend, forget, giveUp } from './on-the-way.ts'
import { storageQuota } from './quota.ts'

/** Room that a body of unknown length takes at a time, in bytes. */
const STEP = 8 * 1024 * 1024

export interface NewFile {
  pool: string
  /** Id of the row that will point at it. */
  object: string
  body: AsyncIterable<Uint8Array>
  contentType: string
  /** Bytes at most. */
  maxBytes: number
  /** Bytes that are known to come, or not to be exceeded; undefined when nobody said. */
  declared?: number | undefined
  signal?: AbortSignal
}

type Parts = Pick<Kernel, 'config' | 'database' | 'log'>

/**
 * Stores a new version whole or not at all, within the quota of its pool. It is nobody's until a row points at it
 * (column version); whoever cannot write that row calls `dropFile`, and whoever dies in between is cleaned up after.
 * @throws {AppError} too_large, quota_exceeded, cut_off
 */
export async function storeFile(
  kernel: Parts,
  { pool, object, body, contentType, maxBytes, declared, signal }: NewFile,
): Promise<FileVersion & Stored> {
  const { config, database } = kernel
  if (declared !== undefined && declared > maxBytes) throw storageErrors.too_large()
  const file = { pool, object, version: randomUUID() }
  const quota = storageQuota(config, pool)
  const first = declared ?? 0
  // What was declared may be more than what comes (a multipart body is its file and some); then it is taken by steps.
  const taken = (await announce(database, config, file, { bytes: first, quota })) ? first : 0
  if (first > 0 && taken === 0 && !(await announce(database, config, file, { bytes: 0, quota })))
    throw uploadErrors.quota_exceeded()
  const more = (bytes: number) => extend(database, config, file, { more: bytes, quota })
  try {
    const stored = await alive(database, config, file, () =>
      openBackend(config).put(fileKey(file), withinRoom(body, taken, more), {
        maxBytes,
        contentType,
        ...(signal ? { signal } : {}),
      }),
    )
    return { ...file, ...stored }
  } catch (error) {
    // The back end kept nothing, so the room is free at once.
    await forget(database, [file]).catch(() => undefined)
    throw refusalOf(error)
  }
}

/**
 * Takes a stored version back: its row could not be written. Where that is not sure (the connection was lost while it
 * was), the list of loose files decides; what cannot be removed now is left to the sweep.
 */
export async function dropFile(kernel: Parts, file: FileVersion): Promise<void> {
  try {
    if (!(await giveUp(kernel.database, file))) return
    await openBackend(kernel.config).remove([fileKey(file)])
    await forget(kernel.database, [file])
  } catch (error) {
    kernel.log.warn({ error: String(error) }, 'bytes of a file that has no row are left to the sweep')
  }
}

/** Takes room before the bytes pass: by steps, and where a step is too much, just what is needed. */
async function* withinRoom(
  body: AsyncIterable<Uint8Array>,
  taken: number,
  more: (bytes: number) => Promise<boolean>,
): AsyncGenerator<Uint8Array> {
  let room = taken
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > room) {
      const need = size - room
      const step = Math.max(need, STEP)
      if (await more(step)) room += step
      else if (step > need && (await more(need))) room += need
      else throw uploadErrors.quota_exceeded()
    }
    yield chunk
  }
}

function refusalOf(error: unknown): unknown {
  if (error instanceof FileTooLarge) return storageErrors.too_large({ cause: error })
  if (error instanceof UploadAborted) return storageErrors.cut_off({ cause: error })
  return error
}
