/** Details that a call site may add to a declared error. */
export interface ErrorDetails {
  /** Replaces the declared public text. */
  text?: string
  /** Public, machine-readable details. */
  details?: unknown
  /** Private: logged, never sent. */
  cause?: unknown
  /** Response headers, for example Retry-After. */
  headers?: Record<string, string>
}

/**
 * An expected failure. `message` is public, `cause` is private. Each mount renders it in the format its clients expect
 * (functions: `{error, code}`, auth: `{code, message}`, rest: `{code, message, details, hint}`).
 */
export class AppError extends Error {
  readonly status: number
  readonly code: string
  readonly details: unknown
  readonly headers: Record<string, string>

  constructor(code: string, status: number, text: string, more: ErrorDetails = {}) {
    super(more.text ?? text, { cause: more.cause })
    this.name = 'AppError'
    this.code = code
    this.status = status
    this.details = more.details
    this.headers = more.headers ?? {}
  }
}

interface Declared {
  code?: string
  status: number
  text: string
}

/**
 * Declares a unit's errors once: code (the name, unless one code has several cases), HTTP status and public text.
 * @example const errors = defineErrors({ not_found: { status: 404, text: 'Product not found' } }); throw errors.not_found()
 */
export function defineErrors<const T extends Record<string, Declared>>(declared: T) {
  const make = ([name, { status, text, code = name }]: [string, Declared]) => [
    name,
    (more?: ErrorDetails) => new AppError(code, status, text, more),
  ]
  return Object.fromEntries(Object.entries(declared).map(make)) as {
    [K in keyof T]: (more?: ErrorDetails) => AppError
  }
}

/** Errors that any route may throw. */
export const commonErrors = defineErrors({
  bad_json: { status: 400, text: 'The request body is not valid JSON' },
  body_too_large: { status: 413, text: 'The request body is too large' },
  forbidden: { status: 403, text: 'You may not do this' },
  insufficient_aal: { status: 403, text: 'Please prove your second factor first' },
  invalid_api_key: { status: 401, text: 'Invalid API key' },
  invalid_input: { status: 400, text: 'The request is not valid' },
  invalid_token: { status: 401, text: 'Invalid or expired token' },
  method_not_allowed: { status: 405, text: 'Method not allowed' },
  missing_api_key: { status: 401, text: 'No API key found in request' },
  not_authenticated: { status: 401, text: 'Not authenticated' },
  not_available: { status: 403, text: 'This is not available right now' },
  not_found: { status: 404, text: 'Not found' },
  plan_required: { status: 402, text: 'This needs a higher plan in live mode' },
  session_ended: { status: 401, text: 'The session has ended. Please sign in again.' },
  too_many_requests: { status: 429, text: 'Too many requests. Please try again later.' },
  unsupported_media_type: { status: 415, text: 'Send application/json' },
  upgrade_required: { status: 402, text: 'Your plan does not include this' },
})
