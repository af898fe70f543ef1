import { Cursor } from './cursor.ts'
import { field, fieldName, jsonPath, quoted } from './field.ts'
import type {
  CompareOperator,
  Condition,
  Filter,
  IsValue,
  Logic,
  Operation,
  SearchOperator,
} from '../request.ts'

const MAX_DEPTH = 64
const MAX_CONDITIONS = 1000

const QUANTIFIABLE = new Set(['eq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch'])
const PLAIN = new Set(['neq', 'isdistinct', 'cs', 'cd', 'ov', 'sl', 'sr', 'nxr', 'nxl', 'adj'])
const SEARCH = new Set(['fts', 'plfts', 'phfts', 'wfts'])

const OPERATOR = /([a-z]+)(?:\(([\p{L}\p{N}_ $]*)\))?\./uy
const IS_VALUE = /null|not_null|true|false|unknown/iy
const UP_TO_DELIMITER = /[^,)]*/y
const ARRAY = /\{[^{}]*\}/y

type ReadValue = (cursor: Cursor) => string

/** A filter's value, including `not.` and the operator: `eq.5`, `not.in.(1,2)`. */
export function parseOperation(value: string): Pick<Filter, 'negated' | 'operation'> {
  const cursor = new Cursor(value, 'filter')
  const found = operation(cursor, rest)
  cursor.expectEnd('","')
  return found
}

/** Like parseOperation, but undefined if the value does not start with an operator: arguments of GET rpc. */
export function parseOperationOrArgument(value: string): Pick<Filter, 'negated' | 'operation'> | undefined {
  const [, operator, argument] = /^(?:not\.)?([a-z]+)(?:\(([^)]*)\))?\./.exec(value) ?? []
  if (!operator || !isOperator(operator, argument)) return undefined
  if (operator === 'is' && !/^(?:not\.)?is\.(?:null|not_null|true|false|unknown)$/i.test(value))
    return undefined
  return parseOperation(value)
}

/** A filter's name: a column, a JSON path, or either one after embeddings: `messages.channel.id`. */
export function parseFilterName(name: string): { field: Filter['field']; relations: string[] } {
  const cursor = new Cursor(name, 'tree path')
  const names = namePath(cursor)
  const path = jsonPath(cursor)
  cursor.expectEnd('delimiter (.)')
  return { field: { name: names.pop()!, path }, relations: names }
}

function namePath(cursor: Cursor): string[] {
  const names = [fieldName(cursor)]
  while (cursor.take('.')) names.push(fieldName(cursor))
  return names
}

/** Names of embeddings before `.order` and other modifiers: `messages`, `messages.channel`. */
export function parseNamePath(name: string): string[] {
  const cursor = new Cursor(name, 'tree path')
  const names = namePath(cursor)
  cursor.expectEnd('delimiter (.)')
  return names
}

/** `or=(a.eq.1,and(b.gt.2,c.is.null))`. @param operator `or` or `and`, optionally with `not.` */
export function parseLogic(operator: string, value: string): Logic {
  const cursor = new Cursor(value, 'logic tree')
  const budget = { left: MAX_CONDITIONS }
  const negated = operator.startsWith('not.')
  const kind = operator.endsWith('or') ? 'or' : 'and'
  const logic: Logic = { kind, negated, parts: group(cursor, 0, budget) }
  cursor.expectEnd('","')
  return logic
}

function group(cursor: Cursor, depth: number, budget: { left: number }): Condition[] {
  if (depth > MAX_DEPTH) cursor.fail(`at most ${MAX_DEPTH} levels of and/or`)
  cursor.skipSpace()
  cursor.expect('(')
  const parts: Condition[] = []
  do {
    if (budget.left-- === 0) cursor.fail(`at most ${MAX_CONDITIONS} conditions`)
    parts.push(condition(cursor, depth, budget))
  } while (cursor.take(','))
  cursor.expect(')')
  cursor.skipSpace()
  return parts
}

const NESTED = /\s*(not\.)?(and|or)(?=[ \t]*\()/y

function condition(cursor: Cursor, depth: number, budget: { left: number }): Condition {
  const nested = cursor.match(NESTED)
  if (nested) {
    const kind = nested[2] as 'and' | 'or'
    return { kind, negated: nested[1] !== undefined, parts: group(cursor, depth + 1, budget) }
  }
  const column = field(cursor)
  if (!cursor.take('.')) cursor.fail('delimiter (.)')
  const found: Filter = { kind: 'filter', field: column, ...operation(cursor, delimited) }
  cursor.skipSpace()
  return found
}

function operation(cursor: Cursor, value: ReadValue): Pick<Filter, 'negated' | 'operation'> {
  const negated = cursor.take('not.')
  const start = cursor.at
  const [, operator, argument] = cursor.match(OPERATOR) ?? []
  if (!operator || !isOperator(operator, argument)) {
    cursor.at = start
    return cursor.fail(`${negated ? '' : '"not" or '}operator (eq, gt, ...)`)
  }
  return { negated, operation: operand(cursor, operator, argument, value) }
}

function isOperator(operator: string, argument: string | undefined): boolean {
  if (QUANTIFIABLE.has(operator)) return argument === undefined || argument === 'any' || argument === 'all'
  if (SEARCH.has(operator)) return argument === undefined || argument.trim() !== ''
  return argument === undefined && (PLAIN.has(operator) || operator === 'in' || operator === 'is')
}

function operand(
  cursor: Cursor,
  operator: string,
  argument: string | undefined,
  value: ReadValue,
): Operation {
  if (operator === 'in') return { kind: 'in', values: list(cursor) }
  if (operator === 'is') {
    const word = cursor.match(IS_VALUE)?.[0].toLowerCase() as IsValue | undefined
    return { kind: 'is', value: word ?? cursor.fail('isVal: (null, not_null, true, false, unknown)') }
  }
  if (SEARCH.has(operator)) {
    return {
      kind: 'search',
      operator: operator as SearchOperator,
      language: argument?.trim(),
      value: value(cursor),
    }
  }
  const quantifier = argument as 'any' | 'all' | undefined
  return { kind: 'compare', operator: operator as CompareOperator, quantifier, value: value(cursor) }
}

function list(cursor: Cursor): string[] {
  cursor.skipSpace()
  cursor.expect('(')
  const values: string[] = []
  do values.push(delimitedElement(cursor))
  while (cursor.take(','))
  cursor.expect(')')
  cursor.skipSpace()
  return values
}

/** All remaining text: the value of a filter outside and/or. */
function rest(cursor: Cursor): string {
  const value = cursor.text.slice(cursor.at)
  cursor.at = cursor.text.length
  return value
}

/** A value inside and/or: quoted, an array `{…}`, or up to the next comma or bracket. */
function delimited(cursor: Cursor): string {
  const inQuotes = wholeQuoted(cursor)
  return inQuotes ?? cursor.match(ARRAY)?.[0] ?? cursor.match(UP_TO_DELIMITER)![0]
}

function delimitedElement(cursor: Cursor): string {
  return wholeQuoted(cursor) ?? cursor.match(UP_TO_DELIMITER)![0]
}

/** A quoted value counts as one only if nothing but a delimiter follows. */
function wholeQuoted(cursor: Cursor): string | undefined {
  return cursor.attempt(() => {
    const value = quoted(cursor)
    return value !== undefined && (cursor.done || cursor.peek(',') || cursor.peek(')')) ? value : undefined
  })
}
