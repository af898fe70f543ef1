import { storageErrors } from './errors.ts'

// The characters that the official service takes: those that need no care at any back end, in no URL.
// Hyphen last, so that it is one.
const BUCKET = /^[A-Za-z0-9_!.*'() &$@=;:+,?-]{1,100}$/
const OBJECT = /^[A-Za-z0-9_/!.*'() &$@=;:+,?-]{1,1024}$/

/** `.` and `..`, also with blanks that file systems leave off, and with what proxies take for parameters (`..;a`). */
const SELF_OR_ABOVE = /^ *\.{1,2} *(;.*)?$/

/** First steps of addresses under /object and /bucket: a bucket of that name could not be reached. */
const TAKEN = new Set([
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
 * Names become part of addresses and of nothing else; they are narrow all the same, so that every client, list and
 * policy reads them alike. @throws {AppError} InvalidBucketName
 */
export function checkedBucketName(name: unknown): string {
  if (typeof name !== 'string' || !BUCKET.test(name) || name.trim() !== name || TAKEN.has(name))
    throw storageErrors.invalid_bucket_name()
  if (/^\.+$/.test(name)) throw storageErrors.invalid_bucket_name()
  return name
}

/**
 * Full name of an object: steps with a slash between them, none empty, none `.` or `..`, no drive in front.
 * @throws {AppError} InvalidKey
 */
export function checkedKey(key: unknown): string {
  if (typeof key === 'string' && isKey(key)) return key
  throw storageErrors.invalid_key({ text: `Invalid key: ${String(key).slice(0, 200)}` })
}

/** Whether an object can have this name. */
export const isKey = (key: string): boolean =>
  OBJECT.test(key) &&
  !/^[A-Za-z]:\//.test(key) &&
  key.split('/').every((step) => step !== '' && !SELF_OR_ABOVE.test(step))
