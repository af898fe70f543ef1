import { defineErrors } from '#kernel/errors.ts'

/**
 * Errors that only uploads can cause; the others are in ../errors.ts. The service returns `code` as `error`.
 * The texts are those of the official service where it has any.
 */
export const uploadErrors = defineErrors({
  quota_exceeded: {
    status: 413,
    code: 'QuotaExceeded',
    text: 'Not enough storage is left for a file of this size',
  },
  bad_multipart: { status: 400, code: 'InvalidRequest', text: 'The multipart body is not valid' },
  bad_metadata: { status: 400, code: 'InvalidRequest', text: 'metadata must be a JSON object' },
  bad_cache_control: {
    status: 400,
    code: 'InvalidRequest',
    text: 'cache-control must be a header value of at most 200 characters',
  },
  no_file: { status: 400, code: 'InvalidRequest', text: 'The multipart body contains no file' },
})
