import { POOL_HEADER } from '#kernel/tenancy.ts'
import { essenceOf, isMimeType } from '../buckets/mime-types.ts'
import type { StoredObject } from '../objects/object.ts'

/** Who may keep a copy: caches of all (public buckets), this browser until a moment (signed), nobody (with a token). */
export type Sharing = { kind: 'public' } | { kind: 'signed'; until: Date } | { kind: 'private' }

/**
 * Files are strangers' documents under our address. In a sandbox without scripts, with an origin of their own; the
 * rest is what a browser's own image, film and sound pages need.
 */
const SANDBOX = "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox"

const TEXT = /^text\/plain$/
const SEEN_IN_PLACE = /^(image\/(?!svg)[\w.+-]+|audio\/[\w.+-]+|video\/[\w.+-]+|application\/pdf)$/

/** Everything about the file itself; the answer's length and range come from `serve`. */
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
    // Which namespace a name is looked up in may be said by headers (`../guards.ts`).
    vary: `apikey, authorization, ${POOL_HEADER}`,
    'last-modified': modifiedAt(object).toUTCString(),
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'none',
  })
  const encoding = encodingOf(object)
  if (encoding) headers.set('content-encoding', encoding)
  return headers
}

/** The type that the file was stored with; something harmless where a row says what no header can hold. */
export function mimeTypeOf({ metadata }: Pick<StoredObject, 'metadata'>): string {
  const said = metadata?.mimetype
  return typeof said === 'string' && isMimeType(said) ? said : 'application/octet-stream'
}

/** Quoted; of the bytes where the row says it well, else of the version. */
export function etagOf({ metadata, version }: Pick<StoredObject, 'metadata' | 'version'>): string {
  const said = metadata?.eTag
  return typeof said === 'string' && /^"[\w+/=-]{1,128}"$/.test(said) ? said : `"${version}"`
}

/** When the bytes were written, in whole seconds as headers say it. */
export function modifiedAt({ metadata, updated_at }: Pick<StoredObject, 'metadata' | 'updated_at'>): Date {
  const said = new Date(String(metadata?.lastModified))
  const moment = Number.isNaN(said.getTime()) ? updated_at : said
  return new Date(Math.floor(moment.getTime() / 1000) * 1000)
}

/** Bytes, as the row says; undefined when it does not. */
export function sizeOf({ metadata }: Pick<StoredObject, 'metadata'>): number | undefined {
  const said = metadata?.size
  return typeof said === 'number' && Number.isSafeInteger(said) && said >= 0 ? said : undefined
}

/** What the bytes are encoded with, as their sender said; undefined where that is nothing browsers read. */
export const encodingOf = ({ metadata }: Pick<StoredObject, 'metadata'>): string | undefined =>
  typeof metadata?.contentEncoding === 'string' && isEncoding(metadata.contentEncoding)
    ? metadata.contentEncoding
    : undefined

/** Encodings that browsers read, in the order they were applied. */
export const isEncoding = (text: string): boolean =>
  /^(gzip|br|deflate|zstd|compress)(, ?(gzip|br|deflate|zstd|compress)){0,2}$/.test(text)

/** The file's own wish, as far as its bucket and the way to it allow. */
function cacheControl(object: StoredObject, sharing: Sharing): string {
  // What needs a token is kept nowhere: the token may end, the right may be taken, the machine may be shared.
  if (sharing.kind === 'private') return 'private, no-store'
  const wish = ownCacheControl(object)
  if (sharing.kind === 'public')
    return /\bno-store\b|\bno-cache\b|\bprivate\b/.test(wish) ? wish : `public, ${wish}`
  const left = Math.max(0, Math.floor((sharing.until.getTime() - Date.now()) / 1000))
  const wished = /max-age=(\d{1,10})/.exec(wish)?.[1]
  return wished === undefined ? 'private, no-cache' : `private, max-age=${Math.min(left, Number(wished))}`
}

/** The header's value that the file was stored with; `no-cache` where there is none that a header can hold. */
export function ownCacheControl({ metadata }: Pick<StoredObject, 'metadata'>): string {
  const said = metadata?.cacheControl
  if (typeof said !== 'string' || !/^[\w\-=, "*]{1,200}$/.test(said)) return 'no-cache'
  return said.replaceAll(/\bpublic\s*,?\s*/g, '') || 'no-cache'
}

/** Only pictures, sound, film, PDF and plain text are shown in place: everything else is saved. */
function disposition(type: string, download: string | undefined): string {
  if (download) {
    const name = fileName(download)
    return `attachment; filename="${name.replaceAll(/[^\w.() -]/g, '_')}"; filename*=UTF-8''${rfc8187(name)}`
  }
  const inPlace = SEEN_IN_PLACE.test(essenceOf(type)) || TEXT.test(essenceOf(type))
  return download === undefined && inPlace ? 'inline' : 'attachment'
}

/** A name for the saved file. The official client encodes it twice in signed addresses. */
function fileName(asked: string): string {
  const decoded = /%[0-9A-F]{2}/i.test(asked) ? (decodedOnce(asked) ?? asked) : asked
  // oxlint-disable-next-line no-control-regex -- what no name of a file may hold
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
