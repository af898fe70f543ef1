import { fileKey } from '../backends/keys.ts'
import { storageErrors } from '../errors.ts'
import type { ImageOptions } from '../images/options.ts'
import { MAX_IMAGE_BYTES, transform } from '../images/transform.ts'
import type { Call } from '../storage.ts'
import { conditionsOf } from './conditions.ts'
import { etagOf, fileHeaders, modifiedAt, sizeOf } from './headers.ts'
import type { Sharing } from './headers.ts'
import type { Find } from './serve.ts'
import { imageErrors } from '../images/options.ts'

/** Responds with an image in another size or format, after the same lookup as for the file itself. */
export async function render(
  call: Call,
  pool: string,
  find: Find,
  sharing: Sharing,
  options: ImageOptions,
): Promise<Response> {
  const object = await find()
  const { req } = call.c
  const headers = fileHeaders(object, sharing, req.query('download'))
  // A transformed image has its own ETag, which also depends on the formats that the browser accepts.
  const form = Buffer.from(
    JSON.stringify([options, options.format ? '' : relevantAccept(req.header('accept'))]),
  )
  const etag = `${etagOf(object).slice(0, -1)}-${form.toString('base64url').slice(0, 120)}"`
  headers.set('etag', etag)
  headers.append('vary', 'accept')
  headers.set('x-transformations', transformationHeader(options))
  headers.delete('accept-ranges')
  headers.delete('content-encoding')
  if (conditionsOf(req.raw.headers, { etag, modified: modifiedAt(object) }) === 'not modified')
    return new Response(null, { status: 304, headers })
  if ((sizeOf(object) ?? 0) > MAX_IMAGE_BYTES) throw imageErrors.image_too_large()
  const file = await call.storage.files.get(fileKey({ pool, object: object.id, version: object.version }))
  if (!file) throw storageErrors.object_not_found()
  const original = new Uint8Array(await new Response(file.body).arrayBuffer())
  const image = await transform(original, options, req.header('accept') ?? '')
  headers.set('content-type', image.contentType)
  headers.set(
    'content-disposition',
    req.query('download') === undefined ? 'inline' : headers.get('content-disposition')!,
  )
  headers.set('content-length', String(image.body.byteLength))
  return new Response(req.method === 'HEAD' ? null : image.body, { headers })
}

const RESIZING = { cover: 'fill', contain: 'fit', fill: 'force' }

/** The applied transformation, in the official service's format. */
function transformationHeader({ width, height, resize = 'cover', quality, format }: ImageOptions): string {
  return [
    height && `height:${height}`,
    width && `width:${width}`,
    (width || height) && `resizing_type:${RESIZING[resize]}`,
    quality && `quality:${quality}`,
    format && format !== 'origin' && `format:${format}`,
  ]
    .filter(Boolean)
    .join(',')
}

/** The part of the Accept header that affects the response. */
const relevantAccept = (accept = '') => (/image\/avif/.exec(accept) ?? /image\/webp/.exec(accept) ?? [''])[0]
