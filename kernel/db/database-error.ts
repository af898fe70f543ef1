import pg from 'pg'

/** SQLSTATE beginnings of a server that is going down, coming up or out of connections. */
const STATES_AWAY = /^(08|57P0|53300)/
const SOCKET_AWAY = /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH)$/
/** pg's words for a connection that it lost or did not get: these come without a code. */
const WORDS_AWAY =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error)/

/** True when the database could not be asked, so that the same request may succeed a moment later. */
export function isDatabaseAway(error: unknown): boolean {
  const state = sqlState(error)
  if (state !== undefined) return STATES_AWAY.test(state)
  if (!(error instanceof Error)) return false
  return SOCKET_AWAY.test((error as NodeJS.ErrnoException).code ?? '') || WORDS_AWAY.test(error.message)
}

/**
 * True when the database undid the whole transaction for the sake of another one (a deadlock, a failed serialization):
 * nothing of it was kept, and the same may succeed at once.
 */
export const isUndone = (error: unknown): boolean => /^40(001|P01)$/.test(sqlState(error) ?? '')

/** The five characters that PostgreSQL calls its refusal by; undefined for everything that it did not say itself. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}
