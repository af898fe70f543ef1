import type { ErrorHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { isDatabaseAway, isUndone, sqlState } from '#kernel/db/database-error.ts'
import { AppError } from '#kernel/errors.ts'
import type { AppEnv } from '#kernel/http/context.ts'
import { logFault } from '#kernel/http/log-fault.ts'
import { logRefusal } from '#kernel/http/log-refusal.ts'
import { authErrors } from './errors.ts'
import { OAuthError } from './oauth-error.ts'

/** Maps the errors of earlier middleware to the error codes of this service. */
const translated: Partial<Record<string, keyof typeof authErrors>> = {
  invalid_input: 'validation_failed',
  invalid_token: 'bad_jwt',
  missing_api_key: 'no_authorization',
  session_ended: 'session_not_found',
  too_many_requests: 'over_request_rate_limit',
}

/** From this version on, a client reads the string code from `code` if the response repeats the version. */
const CODES_SINCE = '2024-01-01'

/**
 * Error bodies as the official client reads them: `{code, message}` for a client that sends an API version of
 * 2024-01-01 or later (which the response repeats), else `{code: <status>, error_code, msg}`. Refusals of
 * OAuth grants have the form of RFC 6749.
 */
export const authError: ErrorHandler<AppEnv> = (error, c) => {
  const known = toAuthError(error)
  if (known.status >= 500) logFault(c, known.cause ?? error, known.code)
  else logRefusal(c, error, known.code)
  const { status, code, message } = known
  if (known instanceof OAuthError)
    return c.json({ error: code, error_description: message }, status as ContentfulStatusCode, known.headers)
  const details = (known.details ?? {}) as Record<string, unknown>
  const version = c.req.header('x-supabase-api-version') ?? ''
  const modern = /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= CODES_SINCE
  if (modern) c.header('x-supabase-api-version', CODES_SINCE)
  c.header('x-sb-error-code', code)
  const body = modern
    ? { code, message, ...details }
    : { code: status, error_code: code, msg: message, ...details }
  return c.json(body, status as ContentfulStatusCode, known.headers)
}

function toAuthError(error: unknown): AppError {
  if (error instanceof AppError) {
    const own = translated[error.code]
    return own ? authErrors[own]({ cause: error.cause, headers: error.headers }) : error
  }
  if (isDatabaseAway(error)) return authErrors.unavailable({ cause: error, headers: { 'retry-after': '2' } })
  if (isUndone(error))
    return authErrors.conflict({
      text: 'Someone else changed this at the same time. Please try again.',
      cause: error,
      headers: { 'retry-after': '1' },
    })
  // PostgreSQL refuses data it cannot store with class 22 (for example a NUL in JSON) and constraint
  // violations with class 23.
  if (/^2[23]/.test(sqlState(error) ?? '')) return authErrors.validation_failed({ cause: error })
  return authErrors.unexpected_failure({ cause: error })
}
