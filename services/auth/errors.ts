import type { ErrorHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { isDatabaseAway, sqlState } from '#kernel/db/database-error.ts'
import { AppError, defineErrors } from '#kernel/errors.ts'
import type { AppEnv } from '#kernel/http/context.ts'
import { OAuthError } from './oauth-error.ts'

/**
 * Refusals of the auth service: code, status and text as the official client knows them (error codes of
 * @supabase/auth-js, texts of supabase/auth). Never 5xx for what a user sent: the client would send it again.
 */
export const authErrors = defineErrors({
  anonymous_provider_disabled: { status: 422, text: 'Anonymous sign-ins are disabled' },
  bad_code_verifier: { status: 400, text: 'code challenge does not match previously saved code verifier' },
  bad_jwt: { status: 403, text: 'invalid JWT: unable to parse or verify the token' },
  bad_oauth_callback: { status: 400, text: 'OAuth callback with invalid state' },
  bad_oauth_state: { status: 400, text: 'OAuth state is invalid or has expired' },
  bad_one_time_code: { status: 403, text: 'Code has expired or is invalid' },
  conflict: { status: 409, text: 'Too many requests at once for this session, please retry' },
  current_password_invalid: { status: 400, text: 'The current password is not right' },
  current_password_required: { status: 400, text: 'Current password required when setting a new password' },
  custom_provider_not_found: { status: 404, text: 'Custom OAuth provider not found' },
  email_address_invalid: { status: 400, text: 'Unable to validate email address: invalid format' },
  email_address_not_authorized: { status: 400, text: 'Email address cannot be used here' },
  email_conflict_identity_not_deletable: {
    status: 422,
    text: 'Unable to unlink identity due to email conflict',
  },
  email_exists: { status: 422, text: 'A user with this email address has already been registered' },
  email_not_confirmed: { status: 400, text: 'Email not confirmed' },
  email_provider_disabled: { status: 400, text: 'Email logins are disabled' },
  flow_state_expired: { status: 422, text: 'Flow state has expired' },
  flow_state_not_found: { status: 404, text: 'invalid flow state, no valid flow state found' },
  identity_already_exists: { status: 422, text: 'Identity is already linked' },
  identity_not_found: { status: 422, text: 'Identity does not exist' },
  insufficient_aal: { status: 401, text: 'AAL2 session is required' },
  insufficient_aal_for_passkeys: {
    status: 403,
    code: 'insufficient_aal',
    text: 'AAL2 session is required to manage passkeys when MFA is enabled',
  },
  insufficient_aal_to_enroll: {
    status: 403,
    code: 'insufficient_aal',
    text: 'AAL2 required to enroll a new factor',
  },
  insufficient_aal_to_unenroll: {
    status: 422,
    code: 'insufficient_aal',
    text: 'AAL2 required to unenroll verified factor',
  },
  invalid_credentials: { status: 400, text: 'Invalid login credentials' },
  invite_not_found: { status: 404, text: 'Invite not found' },
  manual_linking_disabled: { status: 404, text: 'Manual linking is disabled' },
  method_not_allowed: { status: 405, text: 'Method not allowed' },
  mfa_challenge_expired: { status: 422, text: 'MFA challenge has expired, verify against another challenge' },
  mfa_factor_name_conflict: {
    status: 422,
    text: 'A factor with the friendly name for this user already exists',
  },
  mfa_factor_not_found: { status: 404, text: 'MFA factor with the provided factor ID not found' },
  mfa_ip_address_mismatch: { status: 422, text: 'Challenge and verify IP addresses mismatch' },
  mfa_phone_enroll_not_enabled: { status: 422, text: 'MFA enroll is disabled for Phone' },
  mfa_phone_verify_not_enabled: { status: 422, text: 'MFA verification is disabled for Phone' },
  mfa_recovery_codes_enroll_not_enabled: {
    status: 422,
    text: 'MFA enroll is disabled for recovery codes',
  },
  mfa_recovery_codes_locked: { status: 429, text: 'Too many wrong recovery codes. Please try again later.' },
  mfa_recovery_codes_sole_factor: {
    status: 422,
    text: 'Enroll another factor first: recovery codes cannot be the only one',
  },
  mfa_recovery_codes_verify_not_enabled: {
    status: 422,
    text: 'MFA verification is disabled for recovery codes',
  },
  mfa_totp_enroll_not_enabled: { status: 422, text: 'MFA enroll is disabled for TOTP' },
  mfa_totp_verify_not_enabled: { status: 422, text: 'MFA verification is disabled for TOTP' },
  mfa_verification_failed: { status: 422, text: 'Invalid code entered' },
  mfa_verified_factor_exists: {
    status: 422,
    text: 'A verified factor already exists. Unenroll it before enrolling another one',
  },
  mfa_webauthn_enroll_not_enabled: { status: 422, text: 'MFA enroll is disabled for WebAuthn' },
  mfa_webauthn_verify_not_enabled: { status: 422, text: 'MFA verification is disabled for WebAuthn' },
  no_anonymous_user: {
    status: 403,
    code: 'no_authorization',
    text: 'Anonymous user not allowed to perform these actions',
  },
  no_authorization: { status: 401, text: 'This endpoint requires a valid Bearer token' },
  not_admin: { status: 403, text: 'User not allowed' },
  not_found: { status: 404, text: 'requested path is invalid' },
  not_offered: { status: 422, text: 'This server does not offer this endpoint' },
  origin_not_allowed: { status: 403, text: 'This is only accepted from our own pages' },
  insufficient_scope: { status: 403, text: 'Applications cannot do this in the name of a member' },
  oauth_authorization_not_found: {
    status: 404,
    text: 'This request has expired or was answered already. Go back to the application and try again.',
  },
  oauth_client_not_found: { status: 404, text: 'OAuth client not found' },
  oauth_consent_not_found: { status: 404, text: 'No grant for this OAuth client' },
  otp_disabled: { status: 422, text: 'Sign-ins by one-time password are disabled' },
  otp_expired: { status: 403, text: 'Token has expired or is invalid' },
  over_custom_provider_quota: {
    status: 400,
    text: 'Maximum number of custom OAuth/OIDC providers reached',
  },
  over_email_send_rate_limit: { status: 429, text: 'Email rate limit exceeded' },
  over_request_rate_limit: { status: 429, text: 'Request rate limit reached' },
  over_sms_send_rate_limit: { status: 429, text: 'SMS rate limit exceeded' },
  passkey_disabled: { status: 404, text: 'Passkeys are disabled' },
  passkey_not_found: { status: 404, code: 'validation_failed', text: 'Passkey not found' },
  phone_exists: { status: 422, text: 'A user with this phone number has already been registered' },
  phone_not_confirmed: { status: 400, text: 'Phone not confirmed' },
  phone_provider_disabled: { status: 400, text: 'Phone sign-ups and logins are disabled' },
  provider_disabled: { status: 400, text: 'Unsupported provider: provider is not enabled' },
  provider_email_needs_verification: {
    status: 422,
    text: 'Unverified email with this provider. A confirmation mail was sent to it',
  },
  provider_refused: { status: 422, text: 'The provider did not confirm the sign-in' },
  provider_unreachable: {
    status: 422,
    text: 'The provider does not answer as it should. Please try again later or use another way',
  },
  reauth_nonce_missing: { status: 400, text: 'Reauthentication nonce is missing' },
  reauthentication_address_unconfirmed: {
    status: 422,
    code: 'email_not_confirmed',
    text: 'Please verify your email first.',
  },
  reauthentication_needed: { status: 400, text: 'Password update requires reauthentication' },
  reauthentication_not_valid: { status: 422, text: 'Nonce has expired or is invalid' },
  refresh_token_already_used: { status: 400, text: 'Invalid Refresh Token: Already Used' },
  refresh_token_not_found: { status: 400, text: 'Invalid Refresh Token: Refresh Token Not Found' },
  same_password: { status: 422, text: 'New password should be different from the old password.' },
  saml_provider_disabled: { status: 404, text: 'SAML 2.0 is disabled' },
  session_expired: { status: 400, text: 'Invalid Refresh Token: Session Expired' },
  session_not_found: { status: 403, text: 'Session from session_id claim in JWT does not exist' },
  signup_disabled: { status: 422, text: 'Signups not allowed for this instance' },
  single_identity_not_deletable: {
    status: 422,
    text: 'User must have at least 1 identity after unlinking',
  },
  sms_send_failed: { status: 422, text: 'Unable to send the text message' },
  sso_provider_not_found: { status: 404, text: 'No such SSO provider' },
  too_many_enrolled_mfa_factors: { status: 422, text: 'Maximum number of enrolled factors reached' },
  too_many_passkeys: { status: 422, text: 'Maximum number of passkeys reached' },
  unavailable: { status: 503, text: 'The service is starting or its database is away. Please try again.' },
  unexpected_audience: { status: 400, text: 'Unexpected audience' },
  unexpected_failure: { status: 500, text: 'Unexpected failure, please check server logs' },
  user_already_exists: { status: 422, text: 'User already registered' },
  user_banned: { status: 400, text: 'User is banned' },
  user_gone: { status: 403, code: 'user_not_found', text: 'User from sub claim in JWT does not exist' },
  user_not_found: { status: 404, text: 'User not found' },
  user_sso_managed: { status: 422, text: 'Account is managed by a single sign-on provider' },
  validation_failed: { status: 400, text: 'The request is not valid' },
  weak_password: { status: 422, text: 'Password is too weak' },
  webauthn_challenge_expired: { status: 400, text: 'Challenge has expired' },
  webauthn_challenge_not_found: { status: 400, text: 'Challenge not found or already used' },
  webauthn_credential_exists: { status: 422, text: 'This credential is already registered' },
  webauthn_credential_not_found: { status: 404, text: 'This credential belongs to another site' },
  webauthn_verification_failed: { status: 400, text: 'Credential verification failed' },
  web3_provider_disabled: { status: 422, text: 'Web3 provider is disabled' },
  web3_unsupported_chain: { status: 400, text: 'Unsupported chain' },
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
 * 2024-01-01 or later (which the answer repeats), else `{code: <status>, error_code, msg}`. Refusals of OAuth grants
 * have the form of RFC 6749.
 */
export const authError: ErrorHandler<AppEnv> = (error, c) => {
  const known = toAuthError(error)
  if (known.status >= 500)
    c.get('log').error({ err: known.cause ?? error, answer: known.code }, 'request failed')
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
  // PostgreSQL's word on data it cannot hold (class 22: for example a NUL in JSON) and on constraints (class 23).
  if (/^2[23]/.test(sqlState(error) ?? '')) return authErrors.validation_failed({ cause: error })
  return authErrors.unexpected_failure({ cause: error })
}
