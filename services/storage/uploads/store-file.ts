import { randomUUID } from 'node:crypto'
import type { Kernel } from '#kernel/kernel.ts'
import { FileTooLarge, UploadAborted } from '../backends/backend.ts'
import type { Stored } from '../backends/backend.ts'
import { fileKey } from '../backends/keys.ts'
import type { FileVersion } from '../backends/keys.ts'
import { openBackend } from '../backends/open.ts'
import { storageErrors } from '../errors.ts'
import { uploadErrors } from './errors.ts'
import { withLease, recordFile, extendReservation, deleteRecords, releaseFile } from './file-records.ts'
import { storageQuota } from './quota.ts'

/** Bytes of quota that a body of unknown length reserves at a time. */
const RESERVATION_STEP = 8 * 1024 * 1024

export interface NewFile {
  pool: string
  /** Id of the row that will point at the file. */
  object: string
  body: AsyncIterable<Uint8Array>
  contentType: string
  /** Maximum size in bytes. */
  maxBytes: number
  /** Expected or maximum number of bytes; undefined if unknown. */
  declared?: number | undefined
  signal?: AbortSignal
}

type StoreKernel = Pick<Kernel, 'config' | 'database' | 'log'>

/**
 * Stores a new version completely or not at all, within its pool's quota. It has no owner until a row
 * references it (column version). If writing that row fails, call `dropFile`; if the process dies before, the
 * sweep cleans up.
 * @throws {AppError} too_large, quota_exceeded, cut_off
 */
export async function storeFile(
  kernel: StoreKernel,
  { pool, object, body, contentType, maxBytes, declared, signal }: NewFile,
): Promise<FileVersion & Stored> {
  const { config, database } = kernel
  if (declared !== undefined && declared > maxBytes) throw storageErrors.too_large()
  const file = { pool, object, version: randomUUID() }
  const quota = storageQuota(config, pool)
  const first = declared ?? 0
  // Less than the declared size may arrive (a multipart body is larger than its file): then reserve in steps
  // instead.
  const reserved = (await recordFile(database, config, file, { bytes: first, quota })) ? first : 0
  if (first > 0 && reserved === 0 && !(await recordFile(database, config, file, { bytes: 0, quota })))
    throw uploadErrors.quota_exceeded()
  const reserveMore = (bytes: number) => extendReservation(database, config, file, { more: bytes, quota })
  try {
    const stored = await withLease(database, config, file, () =>
      openBackend(config).put(fileKey(file), withinQuota(body, reserved, reserveMore), {
        maxBytes,
        contentType,
        ...(signal ? { signal } : {}),
      }),
    )
    return { ...file, ...stored }
  } catch (error) {
    // The backend stored nothing, so the quota can be released immediately.
    await deleteRecords(database, [file]).catch(() => undefined)
    throw asUploadError(error)
  }
}

/**
 * Removes a stored version because its row could not be written. If that is uncertain (the connection was
 * lost during the write), the list of loose files decides. What cannot be removed now is left to the sweep.
 */
export async function dropFile(kernel: StoreKernel, file: FileVersion): Promise<void> {
  try {
    if (!(await releaseFile(kernel.database, file))) return
    await openBackend(kernel.config).remove([fileKey(file)])
    await deleteRecords(kernel.database, [file])
  } catch (error) {
    kernel.log.warn(
      { error: String(error) },
      'could not remove the bytes of a file without a row, leaving them to the sweep',
    )
  }
}

/** Reserves quota before the bytes pass: in steps, or exactly what is needed if a step is too much. */
async function* withinQuota(
  body: AsyncIterable<Uint8Array>,
  reserved: number,
  reserveMore: (bytes: number) => Promise<boolean>,
): AsyncGenerator<Uint8Array> {
  let available = reserved
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > available) {
      const need = size - available
      const step = Math.max(need, RESERVATION_STEP)
      if (await reserveMore(step)) available += step
      else if (step > need && (await reserveMore(need))) available += need
      else throw uploadErrors.quota_exceeded()
    }
    yield chunk
  }
}

function asUploadError(error: unknown): unknown {
  if (error instanceof FileTooLarge) return storageErrors.too_large({ cause: error })
  if (error instanceof UploadAborted) return storageErrors.cut_off({ cause: error })
  return error
}
