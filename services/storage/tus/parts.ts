import { randomUUID } from 'node:crypto'
import type { Kernel } from '#kernel/kernel.ts'
import { fileKey } from '../backends/keys.ts'
import { openBackend } from '../backends/open.ts'
import { withLease, recordFile } from '../uploads/file-records.ts'
import { dropFile } from '../uploads/store-file.ts'
import { addPart, partsOf } from './upload-row.ts'
import type { ResumableUpload } from './upload-row.ts'

/** Bytes of a part: the most that a killed process can lose of the received data. */
export const PART_BYTES = 8 * 1024 * 1024

type PartsKernel = Pick<Kernel, 'config' | 'database' | 'log'>

/**
 * Stores the received data in parts, each completely or not at all. Data received before an interruption is
 * stored too, so that the client can continue from there.
 * @returns the new offset, or undefined if another process wrote at the same offset
 */
export async function storeParts(
  kernel: PartsKernel,
  { pool, id }: Pick<ResumableUpload, 'pool' | 'id'>,
  offset: number,
  body: AsyncIterable<Uint8Array>,
): Promise<number | undefined> {
  const pieces = splitBody(body)
  let at = offset
  while (await pieces.more()) {
    const size = await keepPart(kernel, { pool, upload: id, start: at }, pieces.part(PART_BYTES))
    if (size === undefined) return undefined
    at += size
  }
  pieces.throwFault()
  return at
}

async function keepPart(
  kernel: PartsKernel,
  { pool, upload, start }: { pool: string; upload: string; start: number },
  body: AsyncIterable<Uint8Array>,
): Promise<number | undefined> {
  const { config, database } = kernel
  const file = { pool, object: upload, version: randomUUID() }
  // Quota for the whole upload was reserved when it started.
  await recordFile(database, config, file, { bytes: 0, quota: Number.MAX_SAFE_INTEGER })
  try {
    const { size } = await withLease(database, config, file, () =>
      openBackend(config).put(fileKey(file), body, { maxBytes: PART_BYTES }),
    )
    if (await addPart(database, file, { start, size })) return size
  } catch (error) {
    await dropFile(kernel, file)
    throw error
  }
  await dropFile(kernel, file)
  return undefined
}

/** The whole file, part by part. */
export async function* readParts(
  kernel: Pick<Kernel, 'config' | 'database'>,
  { pool, id }: Pick<ResumableUpload, 'pool' | 'id'>,
): AsyncGenerator<Uint8Array> {
  const files = openBackend(kernel.config)
  for (const { version } of await partsOf(kernel.database, pool, id)) {
    const part = await files.get(fileKey({ pool, object: id, version }))
    if (!part) throw new Error('A part of an upload is missing in the backend')
    yield* part.body
  }
}

/**
 * Splits a body into parts. If the body fails, the current part ends there; `throwFault` rethrows the error.
 */
function splitBody(body: AsyncIterable<Uint8Array>) {
  const iterator = body[Symbol.asyncIterator]()
  let rest: Uint8Array = new Uint8Array()
  let ended = false
  let fault: { error: unknown } | undefined

  async function more(): Promise<boolean> {
    while (rest.byteLength === 0 && !ended)
      try {
        const next = await iterator.next()
        if (next.done) ended = true
        else rest = next.value
      } catch (error) {
        ended = true
        fault = { error }
      }
    return rest.byteLength > 0
  }

  async function* part(maxBytes: number): AsyncGenerator<Uint8Array> {
    for (let size = 0; size < maxBytes && (await more());) {
      const chunk = rest.subarray(0, maxBytes - size)
      rest = rest.subarray(chunk.byteLength)
      size += chunk.byteLength
      yield chunk
    }
  }

  const throwFault = () => {
    if (fault) throw fault.error
  }
  return { more, part, throwFault }
}
