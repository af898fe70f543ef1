import type { AppContext } from '#kernel/http/context.ts'
import { storageErrors } from './errors.ts'
import { checkedKey } from './names.ts'

const MOUNT = '/storage/v1/'

export interface ObjectAddress {
  bucket: string
  name: string
}

/**
 * Steps of the request's address under the mount, each decoded exactly once: what is still encoded then (`%252e`) is
 * part of a name that no object has. @throws {AppError} InvalidKey
 */
export function stepsOf(c: AppContext): string[] {
  const { pathname } = new URL(c.req.raw.url)
  try {
    return pathname.slice(MOUNT.length).split('/').map(decodeURIComponent)
  } catch {
    throw storageErrors.invalid_key({ text: 'Invalid key: the address is not valid' })
  }
}

/** Bucket and name of the object after the first `skip` steps of the address. @throws {AppError} InvalidKey */
export function objectAddress(c: AppContext, skip: number): ObjectAddress {
  const [bucket = '', ...name] = stepsOf(c).slice(skip)
  return { bucket, name: checkedKey(name.join('/')) }
}

/** The bucket that the address names after `skip` steps. */
export const bucketAddress = (c: AppContext, skip: number): string => stepsOf(c)[skip] ?? ''
