import { storageErrors } from './errors.ts'

// The characters that the official service allows: they need no escaping in any backend or URL.
// The hyphen comes last, so that it is literal.
const BUCKET = /^[A-Za-z0-9_!.*'() &$@=;:+,?-]{1,100}$/
const OBJECT = /^[A-Za-z0-9_/!.*'() &$@=;:+,?-]{1,1024}$/

/**
 * `.` and `..`, also with spaces that file systems drop, and with suffixes that proxies treat as parameters
 * (`..;a`).
 */
const DOT_SEGMENT = /^ *\.{1,2} *(;.*)?$/

/** First path segments under /object and /bucket: a bucket with such a name would be unreachable. */
const RESERVED_NAMES = new Set([
  'authenticated',
  'copy',
  'info',
  'list',
  'list-v2',
  'move',
  'public',
  'render',
  'sign',
  'upload',
])

/**
 * Bucket names only become part of URLs. They are restricted nevertheless, so that every client, list and
 * policy interprets them the same way. @throws {AppError} InvalidBucketName
 */
export function checkedBucketName(name: unknown): string {
  if (typeof name !== 'string' || !BUCKET.test(name) || name.trim() !== name || RESERVED_NAMES.has(name))
    throw storageErrors.invalid_bucket_name()
  if (/^\.+$/.test(name)) throw storageErrors.invalid_bucket_name()
  return name
}

/**
 * Checks the full name of an object: segments separated by slashes, none of them empty, `.` or `..`, and no
 * drive letter in front. @throws {AppError} InvalidKey
 */
export function checkedKey(key: unknown): string {
  if (typeof key === 'string' && isKey(key)) return key
  throw storageErrors.invalid_key({ text: `Invalid key: ${String(key).slice(0, 200)}` })
}

/** Whether an object can have this name. */
export const isKey = (key: string): boolean =>
  OBJECT.test(key) &&
  !/^[A-Za-z]:\//.test(key) &&
  key.split('/').every((step) => step !== '' && !DOT_SEGMENT.test(step))
