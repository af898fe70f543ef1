import { defineErrors } from '#kernel/errors.ts'

/**
 * Every error of the service. Newer clients read `code`, older ones compare the text: both are those of the
 * official service (src/internal/errors/codes.ts of supabase/storage). error-bodies.ts renders them.
 */
export const storageErrors = defineErrors({
  access_denied: {
    status: 403,
    code: 'AccessDenied',
    text: 'new row violates row-level security policy',
  },
  operator_only: { status: 403, code: 'AccessDenied', text: 'Access denied: Invalid role' },
  no_authorization: { status: 401, code: 'AccessDenied', text: 'No API key found in request' },
  invalid_token: { status: 401, code: 'AccessDenied', text: 'Invalid or expired token' },

  bucket_not_found: { status: 404, code: 'NoSuchBucket', text: 'Bucket not found' },
  bucket_exists: { status: 409, code: 'BucketAlreadyExists', text: 'The resource already exists' },
  bucket_not_empty: {
    status: 409,
    code: 'ResourceNotEmpty',
    text: 'The bucket you tried to delete is not empty',
  },
  bucket_too_full: {
    status: 409,
    code: 'InvalidRequest',
    text: 'Unable to empty the bucket because it contains too many objects',
  },
  invalid_bucket_name: { status: 400, code: 'InvalidBucketName', text: 'Bucket name invalid' },
  invalid_size_limit: {
    status: 400,
    code: 'InvalidRequest',
    text: 'Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B',
  },

  object_not_found: { status: 404, code: 'NoSuchKey', text: 'Object not found' },
  object_exists: { status: 409, code: 'KeyAlreadyExists', text: 'The resource already exists' },
  object_locked: { status: 423, code: 'ResourceLocked', text: 'The resource is locked' },
  invalid_key: { status: 400, code: 'InvalidKey', text: 'Invalid key' },
  invalid_mime_type: { status: 415, code: 'InvalidMimeType', text: 'mime type is not supported' },
  too_large: { status: 413, code: 'EntityTooLarge', text: 'The object exceeded the maximum allowed size' },
  no_content: { status: 400, code: 'InvalidRequest', text: 'No content provided' },
  cut_off: { status: 400, code: 'Aborted', text: 'The upload was interrupted' },
  invalid_request: { status: 400, code: 'InvalidRequest', text: 'Invalid Request' },
  invalid_range: { status: 416, code: 'InvalidRange', text: 'invalid range provided' },
  precondition_failed: {
    status: 412,
    code: 'PreconditionFailed',
    text: 'At least one of the pre-conditions you specified did not hold',
  },

  invalid_jwt: { status: 400, code: 'InvalidJWT', text: 'Invalid JWT' },
  invalid_signature: { status: 400, code: 'InvalidSignature', text: 'Invalid signature' },

  not_enabled: {
    status: 409,
    code: 'FeatureNotEnabled',
    text: 'The feature is not enabled for this resource',
  },
  route_not_found: { status: 404, code: 'NoSuchRoute', text: 'Route not found' },
  too_many_requests: { status: 429, code: 'SlowDown', text: 'Too many requests. Please try again later.' },
  timeout: { status: 504, code: 'DatabaseTimeout', text: 'The connection to the database timed out' },
  unavailable: {
    status: 503,
    code: 'DatabaseUnavailable',
    text: 'The service is starting or its database is unavailable. Please try again shortly.',
  },
  internal: { status: 500, code: 'InternalError', text: 'Internal server error' },
})

/** Values of the body's `error` that differ from the code: older clients compare them. */
export const LEGACY_NAMES: Record<string, string> = {
  NoSuchBucket: 'Bucket not found',
  NoSuchKey: 'not_found',
  AccessDenied: 'Unauthorized',
  KeyAlreadyExists: 'Duplicate',
  BucketAlreadyExists: 'Duplicate',
  InvalidMimeType: 'invalid_mime_type',
  EntityTooLarge: 'Payload too large',
  InvalidRange: 'invalid_range',
  InvalidBucketName: 'Invalid Input',
}
