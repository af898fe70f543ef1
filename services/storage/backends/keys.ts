const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const POOL = new RegExp(`^${UUID}$`)
const KEY = new RegExp(`^${UUID}/${UUID}/${UUID}$`)

/** Identifies stored bytes, by ids from the database in lower case. */
export interface FileVersion {
  pool: string
  object: string
  version: string
}

/** The backend's key of a version. @throws {TypeError} if a part is not a UUID */
export function fileKey({ pool, object, version }: FileVersion): string {
  return checkedKey(`${pool}/${object}/${version}`)
}

/** Parses a key. @throws {TypeError} if it is invalid */
export function readKey(key: string): FileVersion {
  const [pool = '', object = '', version = ''] = checkedKey(key).split('/')
  return { pool, object, version }
}

/**
 * Accepts only three UUIDs: even after an earlier mistake, no path can lead out of the backend's own folder.
 * @throws {TypeError} a bug in our code, never a mistake of the caller
 */
export function checkedKey(key: string): string {
  if (!KEY.test(key)) throw new TypeError('Invalid file key')
  return key
}

/** Whether a name found in the backend is one of our keys. */
export const isKey = (text: string): boolean => KEY.test(text)

/** Checks the first part of a key. @throws {TypeError} */
export function checkedPool(pool: string): string {
  if (!POOL.test(pool)) throw new TypeError('Invalid pool')
  return pool
}
