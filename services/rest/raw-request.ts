import { BODY_LIMIT, isEncoded } from '#kernel/http/body.ts'
import { errors } from './errors/table.ts'
import type { RawRequest } from './request.ts'

/** The path of the service. */
export const MOUNT = '/rest/v1'
const WITHOUT_BODY = new Set(['GET', 'HEAD', 'OPTIONS', 'DELETE'])

/** Splits a request into its parts without interpreting them, and reads the body up to its limit. */
export async function readRawRequest(request: Request): Promise<RawRequest> {
  const { url, method, headers } = request
  const queryStart = url.indexOf('?')
  const beforeQuery = queryStart < 0 ? url : url.slice(0, queryStart)
  const mountStart = beforeQuery.indexOf(MOUNT, beforeQuery.indexOf('//') + 2)
  return {
    method,
    path: beforeQuery.slice(mountStart + MOUNT.length) || '/',
    query: queryStart < 0 ? '' : url.slice(queryStart + 1).replace(/#.*$/s, ''),
    header: (name) => headers.get(name) ?? undefined,
    body: WITHOUT_BODY.has(method) ? undefined : await readBody(request),
  }
}

async function readBody(request: Request): Promise<Uint8Array> {
  const declared = Number(request.headers.get('content-length') ?? 0)
  if (declared > BODY_LIMIT) throw errors.bodyTooLarge('1 MB')
  if (!request.body) return new Uint8Array()
  if (isEncoded(request.headers)) throw errors.encodedBody()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > BODY_LIMIT) throw errors.bodyTooLarge('1 MB')
    chunks.push(chunk)
  }
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
}
