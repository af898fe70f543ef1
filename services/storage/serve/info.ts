import type { StoredObject } from '../objects/object.ts'
import { encodingOf, etagOf, mimeTypeOf, ownCacheControl, sizeOf } from './headers.ts'

/** The response of `info`: flat, without `updated_at`, with the caller's own metadata as `metadata`. */
export function infoOf(object: StoredObject) {
  return {
    id: object.id,
    name: object.name,
    version: object.version,
    bucket_id: object.bucket_id,
    size: sizeOf(object) ?? null,
    content_type: mimeTypeOf(object),
    content_encoding: encodingOf(object) ?? null,
    cache_control: ownCacheControl(object),
    etag: etagOf(object),
    metadata: object.user_metadata ?? {},
    last_modified: object.updated_at,
    created_at: object.created_at,
  }
}
