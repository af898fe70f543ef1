import { commonErrors } from '../errors.ts'

/** Default limit of a request body in bytes. */
export const BODY_LIMIT = 1_000_000
const DEPTH_LIMIT = 100

/**
 * Reads a JSON body. Rejects other content types and encoded (compressed) bodies (415), broken JSON or UTF-8, NUL
 * characters and deep nesting (400). An empty body is an empty object. Contracts treat `__proto__` and the like as
 * ordinary, unknown field names.
 * @throws {AppError} body_too_large, unsupported_media_type, bad_json
 */
export async function readJson(request: Request, maxBytes = BODY_LIMIT): Promise<unknown> {
  const bytes = await readBytes(request, maxBytes)
  if (bytes.length === 0) return {}
  if (isEncoded(request.headers) || !isUtf8(request.headers, 'application/json'))
    throw commonErrors.unsupported_media_type()
  return parseJson(bytes)
}

/** Reads a JSON body whose fields a contract validates. @throws {AppError} as `readJson`, and invalid_input */
export async function readJsonObject(request: Request): Promise<Record<string, unknown>> {
  const fields = await readJson(request)
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
    throw commonErrors.invalid_input({ text: 'Send a JSON object' })
  return fields as Record<string, unknown>
}

/**
 * Reads the whole body, with at most `maxBytes` in memory.
 * @throws {AppError} body_too_large, by the declared length before anything is read, or as soon as it is exceeded
 */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  refuseDeclared(request, maxBytes)
  if (!request.body) return new Uint8Array()
  // The declared length was checked, and the HTTP parser enforces it; the platform's own reader is faster.
  if (request.headers.has('content-length') && !request.headers.has('transfer-encoding'))
    return new Uint8Array(await request.arrayBuffer())
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of request.body) {
    size += piece.length
    if (size > maxBytes) throw tooLarge()
    pieces.push(piece)
  }
  return new Uint8Array(Buffer.concat(pieces))
}

/** @throws {AppError} body_too_large */
function refuseDeclared(request: Request, maxBytes: number): void {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge()
}

/**
 * The rest of the body is not read, so the connection cannot be reused: a proxy that shares it must not send another
 * request over it.
 */
const tooLarge = () => commonErrors.body_too_large({ headers: { connection: 'close' } })

/** Media type and parameters of a body, in lower case; `['']` without a Content-Type. */
function mediaType(headers: Headers): string[] {
  return (headers.get('content-type') ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
}

/** True when the body has this type and its charset is UTF-8 or not given. */
export function isUtf8(headers: Headers, wanted: string): boolean {
  const [type, ...parameters] = mediaType(headers)
  return (
    type === wanted &&
    parameters.every((part) => !part.startsWith('charset') || /^charset=("?)utf-8\1$/.test(part))
  )
}

/** True for a compressed body. The server never decompresses bodies, so that a small one cannot become a large one. */
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

/** PostgreSQL stores no NUL in text, so NUL is rejected centrally. */
function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, inner]) => name.includes('\0') || holdsNul(inner))
}

/** Deepest nesting of brackets outside strings. A cheap check before the recursive parser runs. */
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
