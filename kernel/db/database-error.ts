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

/** Why the database refused a statement, without anything that may be a value of a row. */
export interface Refusal {
  sqlState: string
  message?: string
  hint?: string
  schema?: string
  table?: string
  column?: string
  constraint?: string
  /** Function and line that raised the refusal. Its own message is left out: a function may put values into it. */
  raisedAt?: string
}

/**
 * What a log may say of a refusal for rights (42501), data (class 22) or constraints (class 23); undefined for everything
 * else. `detail` and `where` are left out, as they quote the row; messages of class 22 quote the value that PostgreSQL
 * could not read (https://www.postgresql.org/docs/current/protocol-error-fields.html).
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

/** A value may contain quotes: everything from the first to the last one goes. */
const withoutValues = (text: string | undefined) =>
  text?.replace(/".*"/s, '"…"').replaceAll(/0x[\da-f]{2}/gi, '0x…')
