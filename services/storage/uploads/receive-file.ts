import type { Kernel } from '#kernel/kernel.ts'
import type { Stored } from '../backends/backend.ts'
import type { FileVersion } from '../backends/keys.ts'
import { storageErrors } from '../errors.ts'
import { chunksOf } from './body.ts'
import { uploadErrors } from './errors.ts'
import { MULTIPART_OVERHEAD_BYTES, readMultipart } from './multipart.ts'
import { dropFile, storeFile } from './store-file.ts'

export interface ReceiveOptions {
  pool: string
  /** Id of the row that will point at the file. */
  object: string
  /** Maximum size in bytes: the bucket's limit, or else the installation's. */
  maxBytes: number
  /**
   * Called with the known properties before any byte is stored. Throws to reject; may return a smaller
   * `maxBytes`.
   */
  accept?: (
    contentType: string,
    userMetadata: Record<string, unknown> | undefined,
  ) => Promise<number | void> | number | void
}

export interface ReceivedFile extends FileVersion, Stored {
  contentType: string
  /** Value of the Cache-Control header, for example `max-age=3600`. */
  cacheControl: string
  /** Encoding of the bytes as the caller declared it; undefined if not declared. */
  contentEncoding: string | undefined
  /** The caller's own metadata; undefined if there is none. */
  userMetadata: Record<string, unknown> | undefined
}

/**
 * Stores the file of a request, raw or multipart, in the backend while it arrives: completely or not at all,
 * within its size limit and its pool's quota. Afterwards, the bytes exist without an owner until a row of
 * storage.objects references their version. If writing that row fails, call `dropFile`.
 * @throws {AppError} too_large, quota_exceeded, cut_off, bad_multipart, no_file, bad_metadata,
 * bad_cache_control, or the error of `accept`
 */
export async function receiveFile(
  kernel: Pick<Kernel, 'config' | 'database' | 'log'>,
  request: Request,
  options: ReceiveOptions,
): Promise<ReceivedFile> {
  const length = contentLength(request.headers)
  return /^multipart\/form-data\b/i.test(request.headers.get('content-type') ?? '')
    ? receiveMultipart(kernel, request, options, length)
    : receiveRaw(kernel, request, options, length)
}

async function receiveRaw(
  kernel: Pick<Kernel, 'config' | 'database' | 'log'>,
  { headers, body, signal }: Request,
  { accept, ...options }: ReceiveOptions,
  declared: number | undefined,
): Promise<ReceivedFile> {
  const contentType = headers.get('content-type') ?? 'application/octet-stream'
  const metadataHeader = headers.get('x-metadata')
  const decoded = metadataHeader ? Buffer.from(metadataHeader, 'base64').toString('utf8') : ''
  const properties = {
    contentType,
    contentEncoding: headers.get('content-encoding') ?? undefined,
    cacheControl: cacheControlOf(headers.get('cache-control') ?? undefined),
    userMetadata: metadataOf(metadataHeader ? decoded || metadataHeader : undefined),
  }
  const maxBytes = (await accept?.(contentType, properties.userMetadata)) ?? options.maxBytes
  const file = { ...options, maxBytes, body: chunksOf(body), contentType, declared, signal }
  const stored = await storeFile(kernel, file)
  return { ...stored, ...properties }
}

async function receiveMultipart(
  kernel: Pick<Kernel, 'config' | 'database' | 'log'>,
  request: Request,
  { accept, ...options }: ReceiveOptions,
  length: number | undefined,
): Promise<ReceivedFile> {
  if (length !== undefined && length > options.maxBytes + MULTIPART_OVERHEAD_BYTES)
    throw storageErrors.too_large()
  let stored: (FileVersion & Stored) | undefined
  try {
    const { file, fields } = await readMultipart(request, async ({ body, contentType }, before) => {
      const maxBytes = (await accept?.(contentType, metadataOf(before.get('metadata')))) ?? options.maxBytes
      const declared = length === undefined ? undefined : Math.min(length, maxBytes)
      const { signal } = request
      stored = await storeFile(kernel, { ...options, maxBytes, body, contentType, declared, signal })
      return { ...stored, contentType }
    })
    return {
      ...file,
      contentEncoding: fields.get('contentEncoding'),
      cacheControl: cacheControlOf(fields.get('cacheControl')),
      userMetadata: metadataOf(fields.get('metadata')),
    }
  } catch (error) {
    if (stored) await dropFile(kernel, stored)
    throw error
  }
}

/** The declared length; undefined if it is missing or not a number (the body is counted in any case). */
function contentLength(headers: Headers): number | undefined {
  const text = headers.get('content-length')
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

/** @throws {AppError} bad_cache_control: the value is sent as a header again */
export function cacheControlOf(text: string | undefined): string {
  if (text === undefined || text === '') return 'no-cache'
  if (/^\d{1,10}$/.test(text)) return `max-age=${text}`
  if (!/^[\w\-=, "*]{1,200}$/.test(text)) throw uploadErrors.bad_cache_control()
  return text
}

/** @throws {AppError} bad_metadata */
export function metadataOf(text: string | undefined): Record<string, unknown> | undefined {
  if (text === undefined || text === '') return undefined
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value) && !text.includes('\\u0000'))
      return value as Record<string, unknown>
  } catch (cause) {
    throw uploadErrors.bad_metadata({ cause })
  }
  throw uploadErrors.bad_metadata()
}
