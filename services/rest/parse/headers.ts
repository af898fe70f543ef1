import type { RawRequest } from '../request.ts'

/**
 * Request headers that functions and policies may read as `request.headers`: an allow list, so that no token,
 * key or cookie ever reaches SQL, where a log of statements or a careless function could keep it.
 */
const VISIBLE = [
  'accept',
  'accept-language',
  'accept-profile',
  'content-profile',
  'content-type',
  'host',
  'origin',
  'prefer',
  'referer',
  'traceparent',
  'tracestate',
  'user-agent',
  'x-client-info',
  'x-request-id',
]
const MAX_LENGTH = 1000

/** @returns a JSON object of lower-case names and values */
export function visibleHeaders(raw: Pick<RawRequest, 'header'>): string {
  const seen: Record<string, string> = {}
  for (const name of VISIBLE) {
    const value = raw.header(name)
    if (value !== undefined) seen[name] = value.slice(0, MAX_LENGTH)
  }
  return JSON.stringify(seen)
}
