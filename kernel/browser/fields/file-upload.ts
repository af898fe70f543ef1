import { CallError, noConnection } from '../call.ts'
import type { StoredFile } from './read-value.ts'

/** Where one file can be sent. */
export interface PreparedUpload {
  /** Id that the file will have: the value of the field. */
  id: string
  /** Accepts one POST of the bytes within 15 minutes, without a key. Empty in a preview: nothing is sent. */
  url: string
  /** Bytes. */
  most: number
}

/** Addresses of a file for its reader, valid for an hour or two. */
export interface FileLink {
  /** The file, as a download. */
  url: string
  /** A picture, 800 pixels wide. */
  picture?: string
  /** The same, 120 pixels wide. */
  thumb?: string
}

export interface Sending {
  signal?: AbortSignal
  /** @param part from 0 to 1 */
  onProgress?: (part: number) => void
}

/**
 * Sends a file to a prepared address. Sending it again after a failure is safe.
 * @throws {CallError} `too_large`, `type`, `network`, `aborted`, `too_many_requests`, or the server's own code
 */
export function sendFile(
  { id, url, most }: PreparedUpload,
  file: Blob,
  { signal, onProgress }: Sending = {},
): Promise<StoredFile> {
  return new Promise((resolve, reject) => {
    if (file.size > most) return reject(new CallError(413, 'too_large', 'The file is too large'))
    if (url === '') return resolve({ id, name: '', size: file.size, type: file.type })
    // `fetch` reports no progress of what it sends.
    const request = new XMLHttpRequest()
    request.open('POST', url)
    request.responseType = 'json'
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress?.(total > 0 ? loaded / total : 0),
    )
    request.addEventListener('load', () =>
      request.status < 300 ? resolve(request.response as StoredFile) : reject(refusal(request.status)),
    )
    request.addEventListener('error', () => reject(noConnection()))
    request.addEventListener('abort', () => reject(new CallError(0, 'aborted', 'The upload was stopped')))
    signal?.addEventListener('abort', () => request.abort())
    request.send(file)
    return undefined
  })
}

function refusal(status: number): CallError {
  if (status === 413) return new CallError(status, 'too_large', 'The file is too large')
  if (status === 415 || status === 422)
    return new CallError(status, 'type', 'This field does not take files of this type')
  if (status === 429 || status === 503)
    return new CallError(status, 'too_many_requests', 'Too many files at once. Try again in a minute')
  return new CallError(status, 'upload_failed', 'The file could not be uploaded. Try again')
}
