import type { Guard, Output, Shape } from '../plan/types.ts'

/** Alias of the response's rows in the outer part of a statement. */
export const RESULT_ROWS = 'r'

/**
 * Bytes of a response with embedded rows. Without this limit, a request could select 1,000 times 1,000 rows.
 */
const MAX_BYTES = 20_000_000

/**
 * The text of the response. PostgreSQL produces it, so times and numbers have PostgreSQL's format. Uses `r.*`
 * instead of `r`, which a column of that name would hide.
 * @param isOneValue the rows are a single value, returned without a list around it
 */
export function bodySql(
  { body, stripNulls, output }: Shape & { output: Output[] },
  isOneValue = false,
  value = `${RESULT_ROWS}.*`,
): string {
  if (body === 'none') return 'null'
  // The text form of a row is a CSV line in parentheses.
  if (body === 'csv') {
    const line = `substring((${RESULT_ROWS}.*)::text, 2, length((${RESULT_ROWS}.*)::text) - 2)`
    return limitSize(`string_agg(${line}, E'\\n')`, output)
  }
  const list = stripNulls ? `json_strip_nulls(json_agg(${value}))` : `json_agg(${value})`
  const isOne = body === 'object' || isOneValue
  return limitSize(isOne ? `coalesce(${list}->0, 'null')::text` : `coalesce(${list}, '[]')::text`, output)
}

/**
 * Fails the statement if the response is too large, before it is sent. PostgreSQL computes the text only
 * once.
 */
function limitSize(text: string, output: Output[]): string {
  if (output.every(({ kind }) => kind !== 'embed')) return text
  const size = `octet_length(${text})`
  return `case when ${size} > ${MAX_BYTES} then ('rest-guard-size:' || ${size})::int::text else ${text} end`
}

/**
 * The settings by which functions and triggers control the response. They are read in the select list of an
 * aggregate, which PostgreSQL computes after it has read all rows, and so after those functions have run.
 */
export const RESPONSE_SETTINGS =
  `, current_setting('response.status', true) as status,` +
  ` current_setting('response.headers', true) as headers`

/**
 * Fails the statement, and so the transaction, if the row count is not allowed. Plain SQL can raise an error
 * only by a failing cast: this one casts a recognizable text to a number, and errors/postgres.ts parses the
 * error.
 */
export function guardSql(guard: Guard | undefined, count: string): string {
  if (!guard) return ''
  const failing = guard.kind === 'affected' ? `> ${guard.most}` : '<> 1'
  return `, case when ${count} ${failing} then ('rest-guard-${guard.kind}:' || ${count})::int end as guard`
}
