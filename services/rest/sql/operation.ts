import type { ColumnRef } from '../plan/types.ts'
import type { CompareOperator, IsValue, Operation, SearchOperator } from '../request.ts'
import { columnSql } from './column.ts'
import { arrayLiteral } from './text.ts'
import type { Parameters } from './text.ts'

const COMPARE: Record<CompareOperator, string> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  isdistinct: 'is distinct from',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
}
const SEARCH: Record<SearchOperator, string> = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
}
const IS: Record<IsValue, string> = {
  null: 'null',
  not_null: 'not null',
  true: 'true',
  false: 'false',
  unknown: 'unknown',
}

/** One comparison of a column, without its negation. */
export function operationSql(
  ref: ColumnRef,
  operation: Operation,
  parameters: Parameters,
  rows: string,
): string {
  const column = columnSql(ref, parameters, rows)
  if (operation.kind === 'is') return `${column} is ${IS[operation.value]}`
  if (operation.kind === 'in') {
    const isEmpty = operation.values.length === 1 && operation.values[0] === ''
    return `${column} = any(${parameters.add(isEmpty ? '{}' : arrayLiteral(operation.values))})`
  }
  if (operation.kind === 'search') {
    const language =
      operation.language === undefined ? '' : `${parameters.add(operation.language)}::regconfig, `
    const vector = ref.column.base === 'tsvector' ? column : `to_tsvector(${language}${column})`
    return `${vector} @@ ${SEARCH[operation.operator]}(${language}${parameters.add(operation.value)})`
  }
  const { operator, quantifier, value } = operation
  // `*` is an alias for `%`, which would have to be escaped in a URL.
  const pattern = operator === 'like' || operator === 'ilike' ? value.replaceAll('*', '%') : value
  const operand = parameters.add(pattern)
  return `${column} ${COMPARE[operator]} ${quantifier ? `${quantifier}(${operand})` : operand}`
}
