import { fileKey } from '../backends/keys.ts'
import { storageErrors } from '../errors.ts'
import type { StoredObject } from '../objects/object.ts'
import type { Call } from '../storage.ts'
import { conditionsOf, rangeHolds } from './conditions.ts'
import { etagOf, fileHeaders, modifiedAt, sizeOf } from './headers.ts'
import type { Sharing } from './headers.ts'
import { rangeOf } from './range.ts'

/** Looks up an object and checks access to it. Throws an error if access is denied. */
export type Find = () => Promise<StoredObject>

/**
 * A file can be replaced between reading its row and reading its bytes, but hardly this many times in a row.
 */
const ATTEMPTS = 3

/**
 * Responds with a file, a range of it, or 304. Every request, including HEAD and conditional requests, uses
 * this function after the same lookup.
 */
export async function serve(call: Call, pool: string, find: Find, sharing: Sharing): Promise<Response> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const object = await find()
    const answer = await answerOf(call, pool, object, sharing)
    if (answer) return answer
    call.storage.kernel.log.warn({ pool, object: object.id, version: object.version }, 'a file has no bytes')
  }
  throw storageErrors.object_not_found()
}

/** @returns undefined if the bytes no longer exist */
async function answerOf(
  { storage, c }: Call,
  pool: string,
  object: StoredObject,
  sharing: Sharing,
): Promise<Response | undefined> {
  const requestHeaders = c.req.raw.headers
  const headers = fileHeaders(object, sharing, c.req.query('download'))
  const current = { etag: etagOf(object), modified: modifiedAt(object) }
  const verdict = conditionsOf(requestHeaders, current)
  if (verdict === 'failed') throw storageErrors.precondition_failed()
  if (verdict === 'not modified') return new Response(null, { status: 304, headers: withoutBody(headers) })

  const size = sizeOf(object)
  if (c.req.method === 'HEAD') {
    if (size !== undefined) headers.set('content-length', String(size))
    return new Response(null, { headers })
  }
  const range =
    size !== undefined && rangeHolds(requestHeaders, current)
      ? rangeOf(requestHeaders.get('range'), size)
      : undefined
  const file = await storage.files.get(fileKey({ pool, object: object.id, version: object.version }), range)
  if (!file) return undefined
  headers.set('content-length', String(file.size))
  if (!range) return new Response(file.body, { headers })
  headers.set('content-range', `bytes ${range.start}-${range.end}/${size}`)
  return new Response(file.body, { status: 206, headers })
}

/** Removes headers from a 304 that describe a body. */
function withoutBody(headers: Headers): Headers {
  for (const name of ['content-type', 'content-disposition', 'content-encoding']) headers.delete(name)
  return headers
}
