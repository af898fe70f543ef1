import type { ErrorHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { errors as joseErrors } from 'jose'
import { isDatabaseAway, isUndone, sqlState } from '#kernel/db/database-error.ts'
import { AppError } from '#kernel/errors.ts'
import type { AppContext, AppEnv } from '#kernel/http/context.ts'
import { logFault } from '#kernel/http/log-fault.ts'
import { logRefusal } from '#kernel/http/log-refusal.ts'
import { POOL_HEADER } from '#kernel/tenancy.ts'
import { FileTooLarge, UploadAborted } from './backends/backend.ts'
import { LEGACY_NAMES, storageErrors } from './errors.ts'

/** Errors of earlier middleware, mapped to this service's errors. */
const translated: Partial<Record<string, keyof typeof storageErrors>> = {
  invalid_api_key: 'invalid_token',
  invalid_token: 'invalid_token',
  session_ended: 'invalid_token',
  missing_api_key: 'no_authorization',
  insufficient_aal: 'access_denied',
  too_many_requests: 'too_many_requests',
  body_too_large: 'too_large',
  not_found: 'route_not_found',
}

/**
 * Renders errors as the official client expects them: `{statusCode, error, message, code}`. The HTTP status
 * is the same number (docs/decisions/012). Errors are never cached, because they can be about a private file.
 */
export const storageError: ErrorHandler<AppEnv> = (thrown, c) => {
  const error = withRemedy(toStorageError(thrown), c)
  if (error.status >= 500) logFault(c, error.cause ?? thrown, error.code)
  else logRefusal(c, thrown, error.code)
  const headers = { 'cache-control': 'private, no-store', ...error.headers }
  const status = error.status as ContentfulStatusCode
  if (c.req.method === 'HEAD') return c.body(null, status, headers)
  const body = {
    statusCode: String(error.status),
    error: LEGACY_NAMES[error.code] ?? error.code,
    message: error.message,
    code: error.code,
  }
  return c.json(body, status, headers)
}

/**
 * Without a tenant, a creator addresses the creators' own namespace, where they own nothing: explains that in
 * the error.
 */
function withRemedy(error: AppError, c: AppContext): AppError {
  if (sqlState(error.cause) !== '42501') return error
  if (c.get('claims')?.role !== 'authenticated' || c.req.header(POOL_HEADER)) return error
  const text = `${error.message}: set the header ${POOL_HEADER} to the id of the tenant that the files belong to`
  return storageErrors.access_denied({ text, cause: error.cause, headers: error.headers })
}

/** Converts anything thrown to an error of this service. */
export function toStorageError(error: unknown): AppError {
  if (error instanceof AppError) {
    const own = translated[error.code]
    if (!own) return error
    const text = own === 'route_not_found' || own === 'too_large' ? {} : { text: messageOf(error) }
    return storageErrors[own]({ ...text, cause: error.cause, headers: error.headers })
  }
  if (error instanceof FileTooLarge) return storageErrors.too_large({ headers: { connection: 'close' } })
  if (error instanceof UploadAborted) return storageErrors.cut_off({ cause: error })
  if (isDatabaseAway(error))
    return storageErrors.unavailable({ cause: error, headers: { 'retry-after': '2' } })
  return ofDatabase(error, sqlState(error) ?? '')
}

/** For an invalid key or token, the message of the JWT library: older clients compare it. */
const messageOf = ({ message, cause }: AppError): string =>
  cause instanceof joseErrors.JOSEError ? cause.message : message

function ofDatabase(error: unknown, state: string): AppError {
  if (state === '42501') return storageErrors.access_denied({ cause: error })
  if (state === '23505') return storageErrors.object_exists({ cause: error })
  if (state === '57014') return storageErrors.timeout({ cause: error })
  if (state === '55P03' || isUndone(error)) return storageErrors.object_locked({ cause: error })
  // Data that PostgreSQL cannot store (class 22), violated constraints (class 23) and errors raised by a
  // builder's trigger or policy are the caller's.
  if (/^(2[23]|P0001)/.test(state)) return storageErrors.invalid_request({ cause: error })
  return storageErrors.internal({ cause: error })
}
