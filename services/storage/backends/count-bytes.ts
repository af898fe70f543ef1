import { createHash } from 'node:crypto'
import { FileTooLarge, UploadAborted } from './backend.ts'
import type { PutOptions, Stored } from './backend.ts'

/**
 * Counts and hashes a body while it is read, and stops at its size limit or when its signal fires.
 * @returns the body to write, and a function that returns size and etag after it was written
 */
export function countBytes(body: AsyncIterable<Uint8Array>, { maxBytes, signal }: PutOptions) {
  const hash = createHash('sha256')
  let size = 0
  async function* pass(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of body) {
        if (signal?.aborted) throw signal.reason
        size += chunk.byteLength
        if (size > maxBytes) throw new FileTooLarge(maxBytes)
        hash.update(chunk)
        yield chunk
      }
      if (signal?.aborted) throw signal.reason
    } catch (error) {
      throw error instanceof FileTooLarge || error instanceof UploadAborted ? error : asUploadError(error)
    }
  }
  return { body: pass(), stored: (): Stored => ({ size, etag: `"${hash.digest('hex')}"` }) }
}

/** Passes on errors with a status (a limit of the body's reader); anything else is an interrupted upload. */
function asUploadError(error: unknown): Error {
  const named = error instanceof Error && typeof (error as { status?: unknown }).status === 'number'
  return named ? error : new UploadAborted(error)
}
