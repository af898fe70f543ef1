import { defineErrors } from '#kernel/errors.ts'

/**
 * What only uploads are refused for; what others are too is in ../errors.ts. `code` is what the service shows as
 * `error`, the texts are those of the official service.
 */
export const uploadErrors = defineErrors({
  quota_exceeded: {
    status: 413,
    code: 'QuotaExceeded',
    text: 'There is no room left for files of this size',
  },
  bad_multipart: { status: 400, code: 'InvalidRequest', text: 'The multipart body is not valid' },
  bad_metadata: { status: 400, code: 'InvalidRequest', text: 'metadata must be a JSON object' },
  bad_cache_control: {
    status: 400,
    code: 'InvalidRequest',
    text: 'cache-control must be a header value of at most 200 characters',
  },
  no_file: { status: 400, code: 'InvalidRequest', text: 'The multipart body holds no file' },
})
