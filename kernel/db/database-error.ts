import pg from 'pg'

/** SQLSTATE prefixes of a server that is shutting down, starting up or out of connections. */
const STATES_AWAY = /^(08|57P0|53300)/
const SOCKET_AWAY = /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH)$/
/** Messages of pg for a connection that was lost or not established; these errors have no code. */
const WORDS_AWAY =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error)/

/** True when the database is unavailable, so that the same request may succeed a moment later. */
export function isDatabaseAway(error: unknown): boolean {
  const state = sqlState(error)
  if (state !== undefined) return STATES_AWAY.test(state)
  if (!(error instanceof Error)) return false
  return SOCKET_AWAY.test((error as NodeJS.ErrnoException).code ?? '') || WORDS_AWAY.test(error.message)
}

/**
 * True when the database rolled the transaction back in favor of another one (deadlock, serialization failure). It can
 * be retried immediately.
 */
export const isUndone = (error: unknown): boolean => /^40(001|P01)$/.test(sqlState(error) ?? '')

/** The SQLSTATE of a PostgreSQL error; undefined for errors that PostgreSQL did not raise. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

/** Why the database rejected a statement, without anything that may be a row's value. */
export interface Refusal {
  sqlState: string
  message?: string
  hint?: string
  schema?: string
  table?: string
  column?: string
  constraint?: string
  /** Function and line that raised the error. Its message is omitted, because a function may put values into it. */
  raisedAt?: string
}

/**
 * The loggable details of an error about privileges (42501), data (class 22) or constraints (class 23); undefined for
 * other errors. `detail` and `where` are omitted because they quote the row; messages of class 22 quote the value that
 * PostgreSQL could not read (https://www.postgresql.org/docs/current/protocol-error-fields.html).
 */
export function refusalOf(error: unknown): Refusal | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined
  const { code = '', message, hint, schema, table, column, constraint, routine, where = '' } = error
  if (!/^(42501$|22|23)/.test(code)) return undefined
  if (routine === 'exec_stmt_raise') {
    const raisedAt = /^PL\/pgSQL function [^\n]+ line \d+ at RAISE$/m.exec(where)?.[0]
    return withoutUndefined({ sqlState: code, raisedAt })
  }
  const shown = code.startsWith('22') ? withoutValues : (text: string | undefined) => text
  const said = { message: shown(message), hint: shown(hint) }
  return withoutUndefined({ sqlState: code, ...said, schema, table, column, constraint })
}

const withoutUndefined = (fields: { [K in keyof Refusal]: Refusal[K] | undefined }): Refusal =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as unknown as Refusal

/** A value may contain quotes, so everything from the first to the last quote is removed. */
const withoutValues = (text: string | undefined) =>
  text?.replace(/".*"/s, '"…"').replaceAll(/0x[\da-f]{2}/gi, '0x…')
