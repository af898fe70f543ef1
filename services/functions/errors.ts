import type { ErrorHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { isDatabaseAway, isUndone, sqlState } from '#kernel/db/database-error.ts'
import { AppError, commonErrors, defineErrors } from '#kernel/errors.ts'
import type { AppEnv } from '#kernel/http/context.ts'
import { logFault } from '#kernel/http/log-fault.ts'
import { logRefusal } from '#kernel/http/log-refusal.ts'

/** Errors that any call can cause, independent of its use case. */
export const serverErrors = defineErrors({
  unavailable: {
    status: 503,
    text: 'The service is starting or its database is unavailable. Please try again shortly.',
  },
  /**
   * The database rolled the call back because of a conflict with others: the same call can succeed when
   * retried.
   */
  conflict: {
    status: 409,
    text: 'Someone else changed this at the same time. Please try again.',
  },
  internal: { status: 500, text: 'Something went wrong. Please try again.' },
})

/**
 * Converts errors that a caller can cause in any use case: the database enforces constraints and permissions
 * (row-level security fails with 42501). Every other error is ours to fix.
 */
function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof HTTPException) return new AppError('http', error.status, error.message)
  if (isDatabaseAway(error))
    return serverErrors.unavailable({ cause: error, headers: { 'retry-after': '2' } })
  // Two callers conflict: a client error, as in the data API (services/rest/errors/postgres.ts).
  if (isUndone(error)) return serverErrors.conflict({ cause: error, headers: { 'retry-after': '1' } })
  const code = sqlState(error) ?? ''
  if (code === '42501') return commonErrors.forbidden({ cause: error })
  if (code === '23505') return commonErrors.invalid_input({ text: 'This already exists', cause: error })
  if (/^(22|23)/.test(code)) return commonErrors.invalid_input({ cause: error })
  return serverErrors.internal({ cause: error })
}

/** Errors of keys and tokens, which occur before any function runs. */
const BEFORE_FUNCTIONS = ['missing_api_key', 'invalid_api_key', 'invalid_token', 'session_ended']

const neverReached = ({ status, code }: AppError) => status === 503 || BEFORE_FUNCTIONS.includes(code)

/**
 * Renders errors of functions, and of every mount without its own clients, as `{error, code}`. If the
 * function was not reached at all, the response has the header that the official client turns into a
 * FunctionsRelayError.
 */
export const functionError: ErrorHandler<AppEnv> = (error, c) => {
  const known = toAppError(error)
  if (known.status >= 500) logFault(c, known.cause ?? error, known.code)
  else logRefusal(c, error, known.code)
  const details = known.details === undefined ? {} : { details: known.details }
  return c.json(
    { error: known.message, code: known.code, ...details },
    known.status as ContentfulStatusCode,
    neverReached(known) ? { ...known.headers, 'x-relay-error': 'true' } : known.headers,
  )
}
