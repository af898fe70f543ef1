import { POOL_HEADER } from '#kernel/tenancy.ts'
import { essenceOf, isMimeType } from '../buckets/mime-types.ts'
import type { StoredObject } from '../objects/object.ts'

/**
 * Who may cache a file: any cache (public bucket), the browser until a moment (signed URL), or none
 * (token).
 */
export type Sharing = { kind: 'public' } | { kind: 'signed'; until: Date } | { kind: 'private' }

/**
 * Files are user-supplied documents under our origin. They are served in a sandbox without scripts, with an
 * opaque origin; the other directives are what the browser's own viewers for images, video and audio require.
 */
const SANDBOX = "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox"

const TEXT = /^text\/plain$/
const INLINE_TYPES = /^(image\/(?!svg)[\w.+-]+|audio\/[\w.+-]+|video\/[\w.+-]+|application\/pdf)$/

/** All headers of the file itself. `serve` adds the length and range of the response. */
export function fileHeaders(object: StoredObject, sharing: Sharing, download: string | undefined): Headers {
  const type = mimeTypeOf(object)
  const headers = new Headers({
    'accept-ranges': 'bytes',
    'cache-control': cacheControl(object, sharing),
    'content-disposition': disposition(type, download),
    'content-security-policy': SANDBOX,
    'content-type': type,
    'cross-origin-resource-policy': sharing.kind === 'private' ? 'same-site' : 'cross-origin',
    etag: etagOf(object),
    // These headers can select the namespace of a name (`../guards.ts`).
    vary: `apikey, authorization, ${POOL_HEADER}`,
    'last-modified': modifiedAt(object).toUTCString(),
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'none',
  })
  const encoding = encodingOf(object)
  if (encoding) headers.set('content-encoding', encoding)
  return headers
}

/** The type stored with the file, or a harmless default if the row's value is not valid in a header. */
export function mimeTypeOf({ metadata }: Pick<StoredObject, 'metadata'>): string {
  const value = metadata?.mimetype
  return typeof value === 'string' && isMimeType(value) ? value : 'application/octet-stream'
}

/** Quoted. The tag of the bytes if the row has a valid one, otherwise the version. */
export function etagOf({ metadata, version }: Pick<StoredObject, 'metadata' | 'version'>): string {
  const value = metadata?.eTag
  return typeof value === 'string' && /^"[\w+/=-]{1,128}"$/.test(value) ? value : `"${version}"`
}

/** The time when the bytes were written, in whole seconds as in headers. */
export function modifiedAt({ metadata, updated_at }: Pick<StoredObject, 'metadata' | 'updated_at'>): Date {
  const value = new Date(String(metadata?.lastModified))
  const moment = Number.isNaN(value.getTime()) ? updated_at : value
  return new Date(Math.floor(moment.getTime() / 1000) * 1000)
}

/** Size in bytes according to the row; undefined if the row has no valid size. */
export function sizeOf({ metadata }: Pick<StoredObject, 'metadata'>): number | undefined {
  const value = metadata?.size
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
}

/** Encoding of the bytes as the uploader declared it; undefined if browsers do not support it. */
export const encodingOf = ({ metadata }: Pick<StoredObject, 'metadata'>): string | undefined =>
  typeof metadata?.contentEncoding === 'string' && isEncoding(metadata.contentEncoding)
    ? metadata.contentEncoding
    : undefined

/** Whether these are encodings that browsers support, in the order in which they were applied. */
export const isEncoding = (text: string): boolean =>
  /^(gzip|br|deflate|zstd|compress)(, ?(gzip|br|deflate|zstd|compress)){0,2}$/.test(text)

/** The file's own setting, restricted by its bucket and by how it was requested. */
function cacheControl(object: StoredObject, sharing: Sharing): string {
  // Files that require a token are never cached: the token or the permission can end, the machine can be
  // shared.
  if (sharing.kind === 'private') return 'private, no-store'
  const stored = ownCacheControl(object)
  if (sharing.kind === 'public')
    return /\bno-store\b|\bno-cache\b|\bprivate\b/.test(stored) ? stored : `public, ${stored}`
  const remainingSeconds = Math.max(0, Math.floor((sharing.until.getTime() - Date.now()) / 1000))
  const storedMaxAge = /max-age=(\d{1,10})/.exec(stored)?.[1]
  return storedMaxAge === undefined
    ? 'private, no-cache'
    : `private, max-age=${Math.min(remainingSeconds, Number(storedMaxAge))}`
}

/** The Cache-Control value stored with the file; `no-cache` if it is missing or not valid in a header. */
export function ownCacheControl({ metadata }: Pick<StoredObject, 'metadata'>): string {
  const value = metadata?.cacheControl
  if (typeof value !== 'string' || !/^[\w\-=, "*]{1,200}$/.test(value)) return 'no-cache'
  return value.replaceAll(/\bpublic\s*,?\s*/g, '') || 'no-cache'
}

/** Only images, audio, video, PDF and plain text are shown inline; everything else is downloaded. */
function disposition(type: string, download: string | undefined): string {
  if (download) {
    const name = fileName(download)
    return `attachment; filename="${name.replaceAll(/[^\w.() -]/g, '_')}"; filename*=UTF-8''${rfc8187(name)}`
  }
  const isInline = INLINE_TYPES.test(essenceOf(type)) || TEXT.test(essenceOf(type))
  return download === undefined && isInline ? 'inline' : 'attachment'
}

/** The name of a downloaded file. The official client encodes it twice in signed URLs. */
function fileName(requestedName: string): string {
  const decoded = /%[0-9A-F]{2}/i.test(requestedName)
    ? (decodedOnce(requestedName) ?? requestedName)
    : requestedName
  // oxlint-disable-next-line no-control-regex -- characters that file names must not contain
  return decoded
    .toWellFormed()
    .replaceAll(/[\u0000-\u001f\u007f/\\]/g, '_')
    .slice(0, 255)
    .toWellFormed()
}

function decodedOnce(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

const rfc8187 = (name: string) =>
  encodeURIComponent(name).replaceAll(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)
