import { Upload } from 'tus-js-client'
import { call } from '#studio/data/api.ts'
import { storageHeaders } from '#studio/data/ask-storage.ts'
import { config } from '#studio/config.ts'
import { prepareUpload } from '#blocks/library/endpoints-studio.ts'
import type { DraftFile } from '../item/item-draft.ts'

/** Bytes of a request. What a lost connection repeats at most. */
const CHUNK_BYTES = 8 * 1024 * 1024
/** Waits before each retry of a request; after the last one, the upload fails and can be resumed. */
const RETRY_DELAYS_MS = [500, 2000, 5000, 10_000]

export interface RunningUpload {
  /** Rejects with an Error whose message can be shown; never settles after `pause`. */
  done: Promise<DraftFile>
  /** Goes on where it stopped. */
  resume: () => void
  pause: () => void
  /** Ends it, and deletes what was sent. */
  cancel: () => void
}

/**
 * Uploads a file to the library's bucket in parts that can be resumed, also after the page was closed: choosing the same
 * file again within a day goes on with what the server has.
 * @param onProgress share of the bytes, from 0 to 1
 */
export async function uploadFile(
  tenantId: string,
  file: File,
  onProgress: (share: number) => void,
): Promise<RunningUpload> {
  const settled = Promise.withResolvers<DraftFile>()
  const type = file.type || 'application/octet-stream'
  const upload = new Upload(file, {
    endpoint: `${config.url}/storage/v1/upload/resumable`,
    chunkSize: CHUNK_BYTES,
    retryDelays: RETRY_DELAYS_MS,
    removeFingerprintOnSuccess: true,
    // The product's prefix: signing out removes it.
    fingerprint: () =>
      Promise.resolve(`bb:upload:${tenantId}:${file.name}:${file.size}:${file.lastModified}`),
    // An upload may take longer than a session's token is valid.
    async onBeforeRequest(request) {
      for (const [name, value] of Object.entries(await storageHeaders(tenantId)))
        request.setHeader(name, value)
    },
    onProgress: (sent, all) => onProgress(all > 0 ? sent / all : 0),
    onSuccess: () =>
      settled.resolve({
        path: String(upload.options.metadata?.objectName),
        name: file.name,
        type,
        size: file.size,
      }),
    onError: (error) => settled.reject(new UploadError(error)),
  })
  const [previous] = (await upload.findPreviousUploads()).toSorted(byNewest)
  if (previous?.metadata.objectName) {
    upload.options.metadata = previous.metadata
    upload.resumeFromPreviousUpload(previous)
  } else {
    const { bucket, path } = await call(prepareUpload, { tenantId, name: file.name })
    upload.options.metadata = { bucketName: bucket, objectName: path, contentType: type }
  }
  upload.start()
  return {
    done: settled.promise,
    pause: () => void upload.abort(),
    resume: () => upload.start(),
    cancel: () => void upload.abort(true),
  }
}

const byNewest = (a: { creationTime: string }, b: { creationTime: string }) =>
  Date.parse(b.creationTime) - Date.parse(a.creationTime)

/** The server's own sentence, if it sent one. */
class UploadError extends Error {
  constructor(cause: unknown) {
    super(messageOf(cause), { cause })
  }
}

function messageOf(error: unknown): string {
  const { originalResponse } = error as {
    originalResponse?: { getBody: () => string; getStatus: () => number } | null
  }
  if (!originalResponse) return 'The connection was lost. Resume the upload when you are online.'
  const isTooLarge = originalResponse.getStatus() === 413
  try {
    const body = JSON.parse(originalResponse.getBody()) as { error?: unknown; message?: unknown }
    if (body.error === 'QuotaExceeded')
      return 'Not enough storage is left for this file. Delete files that you no longer need, then resume the upload.'
    if (!isTooLarge && typeof body.message === 'string' && body.message) return body.message
  } catch {
    // A proxy between may respond with a page.
  }
  if (isTooLarge) return 'The file is larger than this server accepts.'
  return 'The server did not accept the file.'
}
