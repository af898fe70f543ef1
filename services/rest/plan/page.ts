import type { Range, RestRequest } from '../request.ts'

/** Rows that one level of an answer holds at most. */
export const MAX_ROWS = 1000

/** Rows asked for, never more than the service gives at once. */
export function planPage({ range, prefer }: RestRequest) {
  const { offset, limit } = range
  return { offset, limit: Math.min(limit ?? MAX_ROWS, MAX_ROWS), count: prefer.count !== undefined }
}

/** A to-one embedding by key of a table has one row by itself; any other is held to one. */
export function embedPage(range: Range | undefined, toOne: boolean, isUnique: boolean) {
  const { offset = '0', limit } = range ?? {}
  if (!toOne) return { offset, limit: Math.min(limit ?? MAX_ROWS, MAX_ROWS) }
  if (limit === undefined) return { offset, limit: isUnique ? undefined : 1 }
  return { offset, limit: Math.min(limit, 1) }
}
