import { commonErrors } from '../errors.ts'

/** Largest request body unless a route says more, in bytes. */
export const BODY_LIMIT = 1_000_000
const DEPTH_LIMIT = 100

/**
 * Reads a JSON body. Refuses other content types (415), broken JSON or UTF-8, NUL characters and deep nesting (400).
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
    type !== 'application/json' ||
    parameters.some((part) => part.startsWith('charset=') && part !== 'charset=utf-8')
  )
    throw commonErrors.unsupported_media_type()
  return parseJson(bytes)
}

/** @throws {AppError} bad_json */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (depthOf(text) > DEPTH_LIMIT) throw new Error('nested too deeply')
    return JSON.parse(text)
  } catch (cause) {
    throw commonErrors.bad_json({ cause })
  }
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
