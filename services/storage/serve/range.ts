import { storageErrors } from '../errors.ts'

/** Byte positions from 0, both inclusive. */
export interface Range {
  start: number
  end: number
}

/**
 * Parses the Range header. An invalid range, or several ranges, are ignored, so that the response is the
 * whole file (RFC 9110, 14.2).
 * @param size of the file, in bytes
 * @throws {AppError} InvalidRange (416) if the file has no byte in the range
 */
export function rangeOf(header: string | null, size: number): Range | undefined {
  const [, from, to] = /^bytes=(\d{0,16})-(\d{0,16})$/.exec(header?.trim() ?? '') ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined
  if (from !== '' && to !== '' && Number(from) > Number(to)) return undefined
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (start > end || size === 0 || (from === '' && Number(to) === 0))
    throw storageErrors.invalid_range({ headers: { 'content-range': `bytes */${size}` } })
  return { start, end }
}
