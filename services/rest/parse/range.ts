import { errors } from '../errors/table.ts'
import type { Range } from '../request.ts'

const MAX_OFFSET = 2n ** 63n - 1n

/**
 * The requested rows: `limit` and `offset`, narrowed by the `Range: 0-9` header of a GET. Like PostgREST,
 * ignores values that are not numbers.
 */
export function parseRange(limit?: string, offset?: string, header?: string): Range {
  const from = offset && /^\d+$/.test(offset) ? BigInt(offset) : 0n
  if (from > MAX_OFFSET) throw errors.offsetTooLarge(offset!.slice(0, 30))
  const size = limit && /^[-+]?\d+$/.test(limit) ? BigInt(limit) : undefined
  if (size !== undefined && size < 0n) throw errors.badRange('Limit should be greater than or equal to zero.')
  const [, lower, upper] = /^(\d+)-(\d*)$/.exec(header ?? '') ?? []
  if (lower === undefined || size === 0n) return range(from, size)
  return narrowed(from, size, BigInt(lower), upper ? BigInt(upper) : undefined)
}

function narrowed(from: bigint, size: bigint | undefined, lower: bigint, upper: bigint | undefined): Range {
  if (upper !== undefined && upper < lower) {
    throw errors.badRange(
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    )
  }
  const start = lower > from ? lower : from
  if (start > MAX_OFFSET) throw errors.offsetTooLarge(String(start).slice(0, 30))
  const ends = [size === undefined ? undefined : from + size - 1n, upper].filter((end) => end !== undefined)
  if (ends.length === 0) return range(start, undefined)
  const end = ends.reduce((a, b) => (a < b ? a : b))
  if (end < start) throw errors.badRange('Limit should be greater than or equal to zero.')
  return range(start, end - start + 1n)
}

function range(offset: bigint, limit: bigint | undefined): Range {
  return { offset: String(offset), limit: limit === undefined ? undefined : Number(limit) }
}
