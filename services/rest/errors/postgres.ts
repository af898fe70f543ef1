import pg from 'pg'
import type { Role } from '#kernel/db/claims.ts'
import { isDatabaseAway } from '#kernel/db/database-error.ts'
import { AppError } from '#kernel/errors.ts'
import { raisedError } from './raised.ts'
import { errors, RestError } from './table.ts'

/**
 * Maps SQLSTATE, or a prefix of one, to an HTTP status; the longest match wins. Follows PostgREST, except
 * that errors which a caller can cause are never 5xx: timeouts, deadlocks, limits and a function's failed
 * assertions are 4xx.
 */
const STATUS: Record<string, number> = {
  '08': 503, // connection
  '0L': 403,
  '0P': 403,
  '21': 400, // cardinality: the same key twice in one upsert
  23503: 409, // foreign key
  23505: 409, // unique
  25: 500,
  25006: 405, // a write in a read-only transaction: GET on a function that writes
  28: 403,
  '2D': 500,
  38: 500,
  39: 500,
  '3B': 500,
  40: 409, // two callers conflict: deadlock, serialization failure
  42501: 403, // 401 for anon
  42883: 404, // undefined function or operator
  '42P01': 404, // undefined table
  '42P17': 500, // a policy that refers to itself: a mistake of the operator
  53: 503, // out of resources
  53400: 500,
  54: 413, // too complex
  55: 500,
  55000: 400, // a view that is not updatable
  '55P03': 409, // lock not available
  57: 500,
  // Statement timeout. Not 408, which Chromium resends automatically on a kept-alive connection (a heavy
  // query would run twice), and not 504, because the caller requested more than the role may spend.
  57014: 422,
  '57P': 503, // the server is shutting down or starting
  58: 500,
  F0: 500,
  HV: 500,
  P0: 400, // raised by a function: its own error, no row or too many rows, a failed assertion
  XX: 500,
}

/** Codes by which clients recognize PostgREST's errors about tokens. */
const TOKEN_CODES: Record<string, string> = { invalid_token: 'PGRST301', session_ended: 'PGRST303' }

const SLOW = 'Request fewer rows, filter by an indexed column, or omit the count.'

/** Returns the HTTP status for a SQLSTATE. `PTnnn`, raised by a function, means status nnn. */
export function statusOf(code: string): number {
  const raised = /^PT([2-5]\d\d)$/.exec(code)
  if (raised) return Number(raised[1])
  for (let length = 5; length > 0; length--) {
    const status = STATUS[code.slice(0, length)]
    if (status !== undefined) return status
  }
  return 400
}

/**
 * Turns anything thrown into an error to respond with. PostgreSQL's messages are passed on, as in PostgREST,
 * unless the server is at fault: then they stay private, as the cause.
 */
export function asRestError(thrown: unknown, role: Role): RestError {
  const error = thrown instanceof RestError ? thrown : fromThrown(thrown)
  if (error.code !== '42501' || role !== 'anon') return error
  return new RestError(401, error.code, error.message, {
    details: error.details,
    hint: error.hint,
    headers: { 'www-authenticate': 'Bearer' },
  })
}

function fromThrown(thrown: unknown): RestError {
  if (thrown instanceof AppError) {
    const { status, code, message, details, headers } = thrown
    return new RestError(status, TOKEN_CODES[code] ?? code, message, {
      details,
      headers,
      cause: thrown.cause,
    })
  }
  if (!(thrown instanceof pg.DatabaseError))
    return isDatabaseAway(thrown)
      ? new RestError(503, 'PGRST001', 'Database connection lost. Try again.', { cause: thrown })
      : new RestError(500, 'PGRSTX00', 'Internal error', { cause: thrown })
  const { code = '', message, detail, hint } = thrown
  const guarded = code === '22P02' ? guardedCount(message) : undefined
  if (guarded) return guarded
  if (code === 'PGRST') return raisedError(message, detail)
  const status = statusOf(code)
  if (status >= 500 && !code.startsWith('PT')) {
    const text = status === 503 ? 'The database is not available. Try again.' : 'Internal error'
    return new RestError(status, code, text, { cause: thrown })
  }
  return new RestError(status, code, message, {
    details: detail ?? null,
    hint: hint ?? (code === '57014' ? SLOW : null),
  })
}

/**
 * The error of a guard inside the statement (sql/shape.ts), recognized by the value that it failed to cast.
 */
function guardedCount(message: string): RestError | undefined {
  const [, guard, count] = /rest-guard-(single|affected|put|size):(\d+)/.exec(message) ?? []
  if (guard === 'single') return errors.notSingle(Number(count))
  if (guard === 'affected') return errors.tooManyAffected(Number(count))
  if (guard === 'size') return errors.answerTooLarge(Number(count))
  return guard === 'put' ? errors.putOtherKey() : undefined
}
