import type { Guard, Shape } from '../plan/types.ts'

/** Name under which the outer part of a statement knows the rows of the answer. */
export const ANSWER = 'r'

/**
 * The answer's text, made by PostgreSQL, whose forms of times and numbers these are. `r.*` and not `r`, which a
 * column of that name would hide.
 * @param one the rows are one value: it stands alone, without a list round it
 */
export function bodySql({ body, stripNulls }: Shape, one = false, value = `${ANSWER}.*`): string {
  if (body === 'none') return 'null'
  // The text form of a row is a line of CSV in brackets.
  if (body === 'csv') {
    return `string_agg(substring((${ANSWER}.*)::text, 2, length((${ANSWER}.*)::text) - 2), E'\\n')`
  }
  const list = stripNulls ? `json_strip_nulls(json_agg(${value}))` : `json_agg(${value})`
  return body === 'object' || one ? `coalesce(${list}->0, 'null')::text` : `coalesce(${list}, '[]')::text`
}

/**
 * What functions and triggers want the answer to say. Read in the list of an aggregate, which PostgreSQL computes when
 * all rows are there, and so when whatever they call has run.
 */
export const RESPONSE =
  `, current_setting('response.status', true) as status,` +
  ` current_setting('response.headers', true) as headers`

/**
 * Fails the statement, and with it the transaction, when the number of rows is not what it may be. Casting a telling
 * text to a number is the one way plain SQL has to raise; errors/postgres.ts reads it back.
 */
export function guardSql(guard: Guard | undefined, count: string): string {
  if (!guard) return ''
  const wrong = guard.kind === 'affected' ? `> ${guard.most}` : '<> 1'
  return `, case when ${count} ${wrong} then ('rest-guard-${guard.kind}:' || ${count})::int end as guard`
}
