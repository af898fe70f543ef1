import { fileKey } from '../backends/keys.ts'
import { storageErrors } from '../errors.ts'
import type { StoredObject } from '../objects/object.ts'
import type { Call } from '../storage.ts'
import { conditionsOf, rangeHolds } from './conditions.ts'
import { etagOf, fileHeaders, modifiedAt, sizeOf } from './headers.ts'
import type { Sharing } from './headers.ts'
import { rangeOf } from './range.ts'

/** Looks an object up, with the check of the way that led here; throws the refusal. */
export type Find = () => Promise<StoredObject>

/**
 * Answers a file, a part of it, or that nothing changed. Every request, HEAD and conditional ones too, comes here
 * after the same look-up.
 */
export async function serve(call: Call, pool: string, find: Find, sharing: Sharing): Promise<Response> {
  const object = await find()
  const { req } = call.c
  const headers = fileHeaders(object, sharing, req.query('download'))
  const current = { etag: etagOf(object), modified: modifiedAt(object) }
  const verdict = conditionsOf(req.raw.headers, current)
  if (verdict === 'failed') throw storageErrors.precondition_failed()
  if (verdict === 'not modified') return new Response(null, { status: 304, headers: withoutBody(headers) })

  const size = sizeOf(object)
  if (req.method === 'HEAD') {
    if (size !== undefined) headers.set('content-length', String(size))
    return new Response(null, { headers })
  }
  const range =
    size !== undefined && rangeHolds(req.raw.headers, current)
      ? rangeOf(req.header('range') ?? null, size)
      : undefined
  const file = await bytesOf(call, pool, object, find, range)
  headers.set('content-length', String(file.size))
  if (!range) return new Response(file.body, { headers })
  headers.set('content-range', `bytes ${range.start}-${range.end}/${size}`)
  return new Response(file.body, { status: 206, headers })
}

/** What a 304 says: no type, length or disposition of a body that does not come. */
function withoutBody(headers: Headers): Headers {
  for (const name of ['content-type', 'content-disposition', 'content-encoding']) headers.delete(name)
  return headers
}

/**
 * The bytes of a version. Between the look at the row and this one it may have been replaced: then the row is looked
 * at again, and answers if its file is the same in what was said of it already.
 */
async function bytesOf(
  { storage }: Call,
  pool: string,
  object: StoredObject,
  find: Find,
  range: { start: number; end: number } | undefined,
) {
  const file = await storage.files.get(fileKey({ pool, object: object.id, version: object.version }), range)
  if (file) return file
  const { id, version } = await find()
  if (version !== object.version) throw storageErrors.object_locked({ headers: { 'retry-after': '1' } })
  storage.kernel.log.error({ pool, object: id, version }, 'the bytes of a file are missing')
  throw storageErrors.object_not_found()
}
