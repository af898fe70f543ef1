import type { RawRequest } from '../request.ts'

/**
 * Request headers that functions and policies may read as `request.headers`. It is an allowlist, so that
 * tokens, keys and cookies never reach SQL, where a statement log or a careless function could store them.
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
  const headers: Record<string, string> = {}
  for (const name of VISIBLE) {
    const value = raw.header(name)
    if (value !== undefined) headers[name] = value.slice(0, MAX_LENGTH)
  }
  return JSON.stringify(headers)
}
