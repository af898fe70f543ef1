import type { Range, RestRequest } from '../request.ts'

/** Maximum number of rows in one level of a response. */
export const MAX_ROWS = 1000

/** The requested rows, limited to the service's maximum. */
export function planPage({ range, prefer }: RestRequest) {
  const { offset, limit } = range
  return { offset, limit: Math.min(limit ?? MAX_ROWS, MAX_ROWS), count: prefer.count !== undefined }
}

/**
 * A to-one embedding by a table's key has at most one row anyway; any other to-one embedding is limited to
 * one.
 */
export function embedPage(range: Range | undefined, toOne: boolean, isUnique: boolean) {
  const { offset = '0', limit } = range ?? {}
  if (!toOne) return { offset, limit: Math.min(limit ?? MAX_ROWS, MAX_ROWS) }
  if (limit === undefined) return { offset, limit: isUnique ? undefined : 1 }
  return { offset, limit: Math.min(limit, 1) }
}
