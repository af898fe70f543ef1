import { commonErrors } from '../errors.ts'
import {
  BODY_LIMIT,
  isEncoded,
  isUtf8,
  mediaType,
  readBytes,
  readJson,
  refuseDeclared,
  tooLarge,
} from './body.ts'

/**
 * How a route reads its body. `fields` become part of the input that the route's contract validates; `body` goes to the
 * handler. Every kind rejects encoded (compressed) bodies and unlisted types (415), and bodies that are too large (413).
 */
export interface BodyKind<B> {
  read(request: Request): Promise<{ body: B; fields: Record<string, unknown> }>
}

/** Maximum body size in bytes (BODY_LIMIT), and the accepted media types for bodies without a fixed format. */
export interface BodyRules {
  maxBytes?: number
  /** Lower case; `image/*` is every image. Default: `application/octet-stream`. */
  types?: readonly string[]
}

/** The default kind: a JSON object whose fields the contract validates. */
export const jsonBody = (maxBytes = BODY_LIMIT): BodyKind<undefined> => ({
  async read(request) {
    const fields = await readJson(request, maxBytes)
    if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
      throw commonErrors.invalid_input({ text: 'Send a JSON object' })
    return { body: undefined, fields: fields as Record<string, unknown> }
  },
})

/** The body as bytes, entirely in memory. */
export const bytesBody = (rules: BodyRules = {}): BodyKind<Uint8Array<ArrayBuffer>> => ({
  async read(request) {
    requireType(request, rules.types)
    return { body: await readBytes(request, rules.maxBytes ?? BODY_LIMIT), fields: {} }
  },
})

/**
 * The body as a stream, for bodies that are too large for memory. The stream fails with `body_too_large` at `maxBytes`,
 * and when the client disconnects; the handler must then discard what it has written.
 */
export const streamBody = (rules: BodyRules = {}): BodyKind<ReadableStream<Uint8Array>> => ({
  async read(request) {
    const { maxBytes = BODY_LIMIT } = rules
    requireType(request, rules.types)
    refuseDeclared(request, maxBytes)
    let size = 0
    const counted = new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        size += piece.length
        if (size > maxBytes) controller.error(tooLarge())
        else controller.enqueue(piece)
      },
    })
    return { body: (request.body ?? new Blob().stream()).pipeThrough(counted), fields: {} }
  },
})

/** Text in UTF-8, of type text/plain. */
export const textBody = (maxBytes = BODY_LIMIT): BodyKind<string> => ({
  async read(request) {
    if (isEncoded(request.headers) || !isUtf8(request.headers, 'text/plain')) throw wrongType(['text/plain'])
    return { body: decode(await readBytes(request, maxBytes)), fields: {} }
  },
})

function requireType(request: Request, types: readonly string[] = ['application/octet-stream']): void {
  const [given = ''] = mediaType(request.headers)
  const fits = types.some((type) =>
    type.endsWith('/*') ? given.startsWith(type.slice(0, -1)) && given.length >= type.length : given === type,
  )
  if (isEncoded(request.headers) || !fits) throw wrongType(types)
}

/** Names the types that the route accepts. */
export const wrongType = (types: readonly string[]) =>
  commonErrors.unsupported_media_type({ text: `Send ${types.join(' or ')}` })

/** @throws {AppError} invalid_input for broken UTF-8, and for NUL, which PostgreSQL does not store in text */
export function decode(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (!text.includes('\0')) return text
  } catch {
    // Said below.
  }
  throw commonErrors.invalid_input({ text: 'The text is not valid UTF-8, or holds a NUL character' })
}
