import type { Guard, Output, Shape } from '../plan/types.ts'

/** Name under which the outer part of a statement knows the rows of the answer. */
export const ANSWER = 'r'

/** Bytes of an answer with embedded rows, of which a thousand times a thousand may be asked. */
const MOST_BYTES = 20_000_000

/**
 * The answer's text, made by PostgreSQL, whose forms of times and numbers these are. `r.*` and not `r`, which a
 * column of that name would hide.
 * @param one the rows are one value: it stands alone, without a list round it
 */
export function bodySql(
  { body, stripNulls, output }: Shape & { output: Output[] },
  one = false,
  value = `${ANSWER}.*`,
): string {
  if (body === 'none') return 'null'
  // The text form of a row is a line of CSV in brackets.
  if (body === 'csv') {
    const line = `substring((${ANSWER}.*)::text, 2, length((${ANSWER}.*)::text) - 2)`
    return bounded(`string_agg(${line}, E'\\n')`, output)
  }
  const list = stripNulls ? `json_strip_nulls(json_agg(${value}))` : `json_agg(${value})`
  const isOne = body === 'object' || one
  return bounded(isOne ? `coalesce(${list}->0, 'null')::text` : `coalesce(${list}, '[]')::text`, output)
}

/** Fails the statement when the answer is too large, before it is sent. PostgreSQL computes the text once. */
function bounded(text: string, output: Output[]): string {
  if (output.every(({ kind }) => kind !== 'embed')) return text
  const size = `octet_length(${text})`
  return `case when ${size} > ${MOST_BYTES} then ('rest-guard-size:' || ${size})::int::text else ${text} end`
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
