import { createHash } from 'node:crypto'
import { FileTooLarge, UploadAborted } from './backend.ts'
import type { PutOptions, Stored } from './backend.ts'

/**
 * Counts and hashes a body on its way, and ends it where its limit or its sender does.
 * @returns the body to write, and what was seen of it once it is written
 */
export function counted(body: AsyncIterable<Uint8Array>, { maxBytes, signal }: PutOptions) {
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
      throw error instanceof FileTooLarge || error instanceof UploadAborted ? error : refusal(error)
    }
  }
  return { body: pass(), stored: (): Stored => ({ size, etag: `"${hash.digest('hex')}"` }) }
}

/** A refusal that the body brings along (a limit of its reader) is passed on; a cut is a cut. */
function refusal(error: unknown): Error {
  const named = error instanceof Error && typeof (error as { status?: unknown }).status === 'number'
  return named ? error : new UploadAborted(error)
}
