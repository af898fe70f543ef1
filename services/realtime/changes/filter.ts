import { errors } from './errors.ts'

/** One condition of a filter, `column=operator.value`. */
export interface Condition {
  column: string
  operator: Operator
  /** For `in` a PostgreSQL array literal, for `is` one of four keywords, otherwise the value as written. */
  value: string
  negated: boolean
}

const SQL = {
  eq: '=',
  neq: '<>',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  isdistinct: 'is distinct from',
  in: '= any',
  is: 'is',
} as const

type Operator = keyof typeof SQL

const IS = new Set(['null', 'true', 'false', 'unknown'])
const MAX_LENGTH = 10_000
const MAX_CONDITIONS = 30
/** The hosted service's limit. */
const MAX_IN_VALUES = 100
const MAX_PATTERN_LENGTH = 500
/** With back references, the author can make an expression arbitrarily slow; without them, time is linear. */
const BACK_REFERENCE = /^(?:[^\\]|\\[^1-9])*\\[1-9]/s

const PATTERNS: ReadonlySet<Operator> = new Set(['like', 'ilike', 'match', 'imatch'])

/** Whether the condition compares with a pattern, which is slower than comparing values. */
export const isPattern = ({ operator }: Condition): boolean => PATTERNS.has(operator)

/**
 * Parses a `filter`: conditions joined by commas, all of which must be true. Commas within quotes and
 * brackets do not separate conditions. The database checks columns and values later.
 * @throws {AppError} malformed
 */
export function parseFilter(text: string): Condition[] {
  if (text.length > MAX_LENGTH) fail(`filter must not be longer than ${MAX_LENGTH} characters`)
  if (text.trim() === '') return []
  const parts = splitTopLevel(text.trim())
  if (parts.length > MAX_CONDITIONS) fail(`too many conditions. Maximum ${MAX_CONDITIONS}`)
  return parts.map((part) => parseCondition(part.trim()))
}

function parseCondition(text: string): Condition {
  if (text === '') fail('filter must not contain empty segments (check for extra commas)')
  const [column, rest] = splitOnce(text, '=')
  if (rest === undefined) return fail(list([text]))
  const negated = rest.startsWith('not.')
  const [operator, value] = splitOnce(negated ? rest.slice(4) : rest, '.')
  if (value === undefined || !Object.hasOwn(SQL, operator))
    return fail(list(value === undefined ? [operator] : [operator, value]))
  return { column, operator: operator as Operator, value: readValue(operator as Operator, value), negated }
}

function readValue(operator: Operator, value: string): string {
  if (operator === 'is' && !IS.has(value))
    return fail('invalid value for is filter: must be null, true, false, or unknown')
  if (operator === 'in') {
    if (!value.startsWith('(') || !value.endsWith(')') || value.length < 2)
      return fail('`in` filter value must be wrapped by parentheses')
    if (splitTopLevel(value.slice(1, -1), '(').length > MAX_IN_VALUES)
      fail(`too many values for \`in\` filter. Maximum ${MAX_IN_VALUES}`)
    return `{${value.slice(1, -1)}}`
  }
  const plain = unquoted(value)
  if (PATTERNS.has(operator) && plain.length > MAX_PATTERN_LENGTH)
    fail(`a pattern must not be longer than ${MAX_PATTERN_LENGTH} characters`)
  if ((operator === 'match' || operator === 'imatch') && BACK_REFERENCE.test(plain))
    fail('back references are not supported in regular expressions')
  return plain
}

/** The text inside double quotes, with escapes resolved; any other value unchanged. */
function unquoted(value: string): string {
  const inQuotes = /^"((?:[^"\\]|\\.)*)"$/s.exec(value)?.[1]
  return inQuotes === undefined ? value : inQuotes.replace(/\\(.)/gs, '$1')
}

/** @param before the character before the text: a quote opens only after `.`, `(` and `,` */
function splitTopLevel(text: string, before = ''): string[] {
  const parts: string[] = ['']
  let depth = 0
  let quoted = false
  let last = before
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!
    if (quoted && char === '\\' && i + 1 < text.length) {
      parts[parts.length - 1] += char + text[++i]!
      continue
    }
    if (char === '"' && (quoted || '.(,'.includes(last || ' '))) quoted = !quoted
    else if (!quoted && char === '(') depth++
    else if (!quoted && char === ')') depth = Math.max(0, depth - 1)
    if (!quoted && char === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += char
    last = char
  }
  return parts
}

function splitOnce(text: string, at: string): [string, string | undefined] {
  const place = text.indexOf(at)
  return place < 0 ? [text, undefined] : [text.slice(0, place), text.slice(place + 1)]
}

const list = (values: string[]) => `[${values.map((value) => JSON.stringify(value)).join(', ')}]`

function fail(reason: string): never {
  throw errors.malformed({ text: `Error parsing \`filter\` params: ${reason}` })
}

/**
 * A condition as SQL. The value is a parameter, whose type PostgreSQL infers from the column.
 * @param expressionOf the column's value in the statement
 * @param add adds a value and returns its placeholder
 */
export function conditionSql(
  { column, operator, value, negated }: Condition,
  expressionOf: (column: string) => string,
  add: (value: string) => string,
): string {
  const operand = operator === 'is' ? value : operator === 'in' ? `(${add(value)})` : add(value)
  return `${negated ? 'not ' : ''}(${expressionOf(column)} ${SQL[operator]} ${operand})`
}

/** The equality conditions that policies may read, as in the data API: columns that must equal one value. */
export function equalitiesOf(conditions: Condition[]): Record<string, string> {
  return Object.fromEntries(
    conditions
      .filter(({ operator, negated }) => operator === 'eq' && !negated)
      .map(({ column, value }) => [column, value]),
  )
}
