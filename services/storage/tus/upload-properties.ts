import { checkedMimeType } from '../buckets/mime-types.ts'
import { cacheControlOf, metadataOf } from '../uploads/receive-file.ts'

/** File properties from the Upload-Metadata header. @throws {AppError} */
export function uploadProperties(metadata: Record<string, string | null>) {
  return {
    contentType: checkedMimeType(metadata.contentType || 'application/octet-stream'),
    cacheControl: cacheControlOf(metadata.cacheControl ?? undefined),
    userMetadata: metadataOf(metadata.metadata ?? undefined),
  }
}
