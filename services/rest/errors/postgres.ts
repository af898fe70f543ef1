import pg from 'pg'
import type { Role } from '#kernel/db/claims.ts'
import { isDatabaseAway } from '#kernel/db/database-error.ts'
import { AppError } from '#kernel/errors.ts'
import { raisedError } from './raised.ts'
import { errors, RestError } from './table.ts'

/**
 * SQLSTATE, or the beginning of one, to HTTP status: the longest match wins. After PostgREST, but what a caller
 * can bring about is never a 5xx: timeouts, deadlocks, limits and a function's failed expectation are theirs.
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
  40: 409, // two callers in each other's way: deadlock, serialization
  42501: 403, // 401 for anon
  42883: 404, // undefined function or operator
  '42P01': 404, // undefined table
  '42P17': 500, // a policy that refers to itself: the operator's mistake
  53: 503, // out of resources
  53400: 500,
  54: 413, // too complex
  55: 500,
  55000: 400, // a view that cannot be written
  '55P03': 409, // lock not available
  57: 500,
  // Statement timeout. Not 408, which Chromium sends again by itself on a kept-alive connection (a heavy query
  // would run twice), and not 504, since the caller asked for more than the role may spend.
  57014: 422,
  '57P': 503, // the server is going down or coming up
  58: 500,
  F0: 500,
  HV: 500,
  P0: 400, // raised by a function: its own refusal, no row or too many rows, a failed assertion
  XX: 500,
}

/** Codes that clients know PostgREST's refusals of a token by. */
const TOKEN_CODES: Record<string, string> = { invalid_token: 'PGRST301', session_ended: 'PGRST303' }

const SLOW = 'Ask for fewer rows, filter by an indexed column, or leave out the count.'

/** HTTP status for a SQLSTATE. `PTnnn`, raised by a function, is status nnn. */
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
 * Turns whatever was thrown into an error to answer with. PostgreSQL's own words are passed on, as PostgREST does,
 * except where the fault is the server's: then they are kept as the private cause.
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
    const words = status === 503 ? 'The database is not available. Try again.' : 'Internal error'
    return new RestError(status, code, words, { cause: thrown })
  }
  return new RestError(status, code, message, {
    details: detail ?? null,
    hint: hint ?? (code === '57014' ? SLOW : null),
  })
}

/** The refusal of a guard inside the statement (sql/shape.ts), told by the value it failed to cast. */
function guardedCount(message: string): RestError | undefined {
  const [, guard, count] = /rest-guard-(single|affected|put|size):(\d+)/.exec(message) ?? []
  if (guard === 'single') return errors.notSingle(Number(count))
  if (guard === 'affected') return errors.tooManyAffected(Number(count))
  if (guard === 'size') return errors.answerTooLarge(Number(count))
  return guard === 'put' ? errors.putOtherKey() : undefined
}
