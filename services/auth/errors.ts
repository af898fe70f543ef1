import type { ErrorHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { isDatabaseAway, sqlState } from '#kernel/db/database-error.ts'
import { AppError, defineErrors } from '#kernel/errors.ts'
import type { AppEnv } from '#kernel/http/context.ts'

/**
 * Refusals of the auth service: code, status and text as the official client knows them (error codes of
 * @supabase/auth-js, texts of supabase/auth). Never 5xx for what a user sent: the client would send it again.
 */
export const authErrors = defineErrors({
  anonymous_provider_disabled: { status: 422, text: 'Anonymous sign-ins are disabled' },
  bad_jwt: { status: 403, text: 'invalid JWT: unable to parse or verify the token' },
  bad_one_time_code: { status: 403, text: 'Code has expired or is invalid' },
  email_address_invalid: { status: 400, text: 'Unable to validate email address: invalid format' },
  email_exists: { status: 422, text: 'A user with this email address has already been registered' },
  email_not_confirmed: { status: 400, text: 'Email not confirmed' },
  invalid_credentials: { status: 400, text: 'Invalid login credentials' },
  manual_linking_disabled: { status: 404, text: 'Manual linking is disabled' },
  method_not_allowed: { status: 405, text: 'Method not allowed' },
  mfa_totp_enroll_not_enabled: { status: 422, text: 'MFA enroll is disabled for TOTP' },
  no_authorization: { status: 401, text: 'This endpoint requires a valid Bearer token' },
  not_admin: { status: 403, text: 'User not allowed' },
  not_found: { status: 404, text: 'requested path is invalid' },
  not_offered: { status: 422, text: 'This server does not offer this endpoint' },
  origin_not_allowed: { status: 403, text: 'This is only accepted from our own pages' },
  otp_disabled: { status: 422, text: 'Sign-ins by one-time password are disabled' },
  otp_expired: { status: 403, text: 'Token has expired or is invalid' },
  over_email_send_rate_limit: { status: 429, text: 'Email rate limit exceeded' },
  over_request_rate_limit: { status: 429, text: 'Request rate limit reached' },
  phone_provider_disabled: { status: 400, text: 'Phone sign-ups and logins are disabled' },
  provider_disabled: { status: 400, text: 'Unsupported provider: provider is not enabled' },
  refresh_token_already_used: { status: 400, text: 'Invalid Refresh Token: Already Used' },
  refresh_token_not_found: { status: 400, text: 'Invalid Refresh Token: Refresh Token Not Found' },
  saml_provider_disabled: { status: 404, text: 'SAML 2.0 is disabled' },
  session_not_found: { status: 403, text: 'Session from session_id claim in JWT does not exist' },
  unavailable: { status: 503, text: 'The service is starting or its database is away. Please try again.' },
  unexpected_failure: { status: 500, text: 'Unexpected failure, please check server logs' },
  user_already_exists: { status: 422, text: 'User already registered' },
  user_banned: { status: 400, text: 'User is banned' },
  user_not_found: { status: 404, text: 'User not found' },
  validation_failed: { status: 400, text: 'The request is not valid' },
  weak_password: { status: 422, text: 'Password is too weak' },
  web3_provider_disabled: { status: 422, text: 'Web3 provider is disabled' },
})

/** What middleware before this service refuses with, in this service's words. */
const translated: Partial<Record<string, keyof typeof authErrors>> = {
  invalid_input: 'validation_failed',
  invalid_token: 'bad_jwt',
  missing_api_key: 'no_authorization',
  session_ended: 'session_not_found',
  too_many_requests: 'over_request_rate_limit',
}

/** From this version on a client reads the string code from `code`, if the answer repeats the version. */
const CODES_SINCE = '2024-01-01'

/**
 * Error bodies as the official client reads them: `{code, message}` for a client that names an API version of
 * 2024-01-01 or later (which the answer repeats), else `{code: <status>, error_code, msg}`.
 */
export const authError: ErrorHandler<AppEnv> = (error, c) => {
  const known = toAuthError(error)
  if (known.status >= 500)
    c.get('log').error({ err: known.cause ?? error, answer: known.code }, 'request failed')
  const { status, code, message } = known
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
  // PostgreSQL's word on data it cannot hold (class 22: for example a NUL in JSON) and on constraints (class 23).
  if (/^2[23]/.test(sqlState(error) ?? '')) return authErrors.validation_failed({ cause: error })
  return authErrors.unexpected_failure({ cause: error })
}
