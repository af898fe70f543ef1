import { commonErrors } from '../errors.ts'

/** Largest request body unless a route says more, in bytes. */
export const BODY_LIMIT = 1_000_000
const DEPTH_LIMIT = 100

/**
 * Reads a JSON body. Refuses other content types and encoded (compressed) bodies (415), broken JSON or UTF-8, NUL characters and deep nesting (400).
 * An empty body is an empty object. `__proto__` and its kind are ordinary, unknown field names to every contract.
 */
export async function readJson(request: Request): Promise<unknown> {
  const bytes = new Uint8Array(await request.arrayBuffer())
  if (bytes.length === 0) return {}
  const [type = '', ...parameters] = (request.headers.get('content-type') ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  if (
    isEncoded(request.headers) ||
    type !== 'application/json' ||
    parameters.some((part) => part.startsWith('charset') && !/^charset=("?)utf-8\1$/.test(part))
  )
    throw commonErrors.unsupported_media_type()
  return parseJson(bytes)
}

/** True for a compressed body: none is unpacked here, so that a small one cannot become a large one. */
export function isEncoded(headers: Headers): boolean {
  const encoding = headers.get('content-encoding')
  return encoding !== null && encoding.trim().toLowerCase() !== 'identity'
}

/** @throws {AppError} bad_json */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (depthOf(text) > DEPTH_LIMIT) throw new Error('nested too deeply')
    const value: unknown = JSON.parse(text)
    if (text.includes('\\u0000') && holdsNul(value)) throw new Error('holds a NUL character')
    return value
  } catch (cause) {
    throw commonErrors.bad_json({ cause })
  }
}

/** PostgreSQL stores no NUL in text, so it is refused before anybody has to think of it. */
function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, inner]) => name.includes('\0') || holdsNul(inner))
}

/** Deepest nesting of brackets outside strings; cheap, and before the parser would recurse. */
function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  let inString = false
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i)
    if (inString) {
      if (char === 92) i++
      else if (char === 34) inString = false
    } else if (char === 34) inString = true
    else if (char === 91 || char === 123) deepest = Math.max(deepest, ++depth)
    else if (char === 93 || char === 125) depth--
  }
  return deepest
}
