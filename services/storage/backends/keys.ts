const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const POOL = new RegExp(`^${UUID}$`)
const KEY = new RegExp(`^${UUID}/${UUID}/${UUID}$`)

/** Which bytes: ids as the database made them, lower case. */
export interface FileVersion {
  pool: string
  object: string
  version: string
}

/** Key of a version at the back end. @throws {TypeError} when a part is no UUID */
export function fileKey({ pool, object, version }: FileVersion): string {
  return checkedKey(`${pool}/${object}/${version}`)
}

/** What a key names. @throws {TypeError} when it is none */
export function readKey(key: string): FileVersion {
  const [pool = '', object = '', version = ''] = checkedKey(key).split('/')
  return { pool, object, version }
}

/**
 * Three UUIDs or nothing: whatever went wrong before, no path leads out of the back end's own folder.
 * @throws {TypeError} a fault of ours, not of a caller
 */
export function checkedKey(key: string): string {
  if (!KEY.test(key)) throw new TypeError('This is no key of a file')
  return key
}

/** Whether a name found at the back end is a key of ours. */
export const isKey = (text: string): boolean => KEY.test(text)

/** The first part of its keys. @throws {TypeError} */
export function checkedPool(pool: string): string {
  if (!POOL.test(pool)) throw new TypeError('This is no pool')
  return pool
}
