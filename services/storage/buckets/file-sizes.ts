import { storageErrors } from '../errors.ts'

const UNITS: Record<string, number> = { b: 1, kb: 1e3, mb: 1e6, gb: 1e9 }

/**
 * Parses a limit to bytes, as clients write it: a number, or text such as `20mb` (20,000,000) or `1.5GB`.
 * @throws {AppError} InvalidRequest
 */
export function fileSize(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
  const [, digits, unit] = /^(\d{1,15}(?:\.\d{1,3})?)(gb|mb|kb|b)?$/i.exec(String(value)) ?? []
  if (typeof value !== 'string' || digits === undefined) throw storageErrors.invalid_size_limit()
  const bytes = Math.floor(Number(digits) * UNITS[(unit ?? 'b').toLowerCase()]!)
  if (!Number.isSafeInteger(bytes)) throw storageErrors.invalid_size_limit()
  return bytes
}
