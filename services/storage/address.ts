import type { AppContext } from '#kernel/http/context.ts'
import { storageErrors } from './errors.ts'
import { checkedKey } from './names.ts'

const MOUNT = '/storage/v1/'

export interface ObjectAddress {
  bucket: string
  name: string
}

/**
 * The segments of the request's path under the mount, each decoded exactly once. Anything still encoded after
 * that (`%252e`) belongs to a name that no object can have. @throws {AppError} InvalidKey
 */
export function pathSegments(c: AppContext): string[] {
  const { pathname } = new URL(c.req.raw.url)
  try {
    return pathname.slice(MOUNT.length).split('/').map(decodeURIComponent)
  } catch {
    throw storageErrors.invalid_key({ text: 'Invalid key: the URL is not valid' })
  }
}

/**
 * Bucket and name of the object after the first `skip` segments of the path.
 * @throws {AppError} InvalidKey
 */
export function objectAddress(c: AppContext, skip: number): ObjectAddress {
  const [bucket = '', ...name] = pathSegments(c).slice(skip)
  return { bucket, name: checkedKey(name.join('/')) }
}

/** The bucket named in the path after `skip` segments. */
export const bucketAddress = (c: AppContext, skip: number): string => pathSegments(c)[skip] ?? ''
