import { errors } from '../errors/table.ts'

const MAX_PARAMETERS = 200

/**
 * Decodes a query string strictly. Rejects broken percent escapes, invalid UTF-8 and NUL, none of which
 * PostgreSQL could store. Like PostgREST, drops parameters without a value; also drops `apikey`, which is
 * meant for the gateway.
 */
export function parseQueryString(raw: string): [string, string][] {
  if (raw === '') return []
  const pairs: [string, string][] = []
  for (const part of raw.split('&')) {
    const equals = part.indexOf('=')
    if (equals < 0) continue
    const name = decode(part.slice(0, equals))
    if (name !== 'apikey') pairs.push([name, decode(part.slice(equals + 1))])
  }
  if (pairs.length > MAX_PARAMETERS) {
    throw errors.badQuery('failed to parse the query string', `more than ${MAX_PARAMETERS} parameters`)
  }
  return pairs
}

/** Decodes one path segment or query part. `+` means a space in a query only. */
export function decode(text: string, plusIsSpace = true): string {
  const spaced = plusIsSpace && text.includes('+') ? text.replaceAll('+', ' ') : text
  if (!spaced.includes('%')) return spaced
  let decoded: string
  try {
    decoded = decodeURIComponent(spaced)
  } catch {
    throw errors.badQuery(
      'failed to parse the query string',
      'a percent escape is broken or does not decode to UTF-8',
    )
  }
  if (decoded.includes('\0')) {
    throw errors.badQuery('failed to parse the query string', 'the null character is not allowed')
  }
  return decoded
}
