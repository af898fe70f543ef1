import type { ColumnRef, Order, Where } from '../plan/types.ts'
import type { CompareOperator, IsValue, Operation, SearchOperator } from '../request.ts'
import { arrayLiteral, identifier } from './text.ts'
import type { Parameters } from './text.ts'

/** Name under which every statement knows the rows that filters, order and output speak of. */
export const ROWS = 'm'

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

/** ` where …`, or nothing. */
export function whereSql(where: Where[], parameters: Parameters): string {
  if (where.length === 0) return ''
  return ` where ${where.map((part) => conditionSql(part, parameters)).join(' and ')}`
}

function conditionSql(where: Where, parameters: Parameters): string {
  const sql =
    where.kind === 'filter'
      ? operationSql(where.ref, where.operation, parameters)
      : where.parts.map((part) => conditionSql(part, parameters)).join(` ${where.kind} `)
  return `${where.negated ? 'not ' : ''}(${sql})`
}

function operationSql(ref: ColumnRef, operation: Operation, parameters: Parameters): string {
  const column = columnSql(ref, parameters)
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
  // `*` stands for `%`, which would have to be escaped in an address.
  const pattern = operator === 'like' || operator === 'ilike' ? value.replaceAll('*', '%') : value
  const operand = parameters.add(pattern)
  return `${column} ${COMPARE[operator]} ${quantifier ? `${quantifier}(${operand})` : operand}`
}

/** A column of the rows, or a place inside its JSON. Anything but json is read as jsonb first. */
export function columnSql({ column, path }: ColumnRef, parameters: Parameters): string {
  const plain = `${ROWS}.${identifier(column.name)}`
  if (path.length === 0) return plain
  const json = column.base === 'json' || column.base === 'jsonb' ? plain : `to_jsonb(${plain})`
  const steps = path.map(({ arrow, key, index }) =>
    key === undefined ? `${arrow}${parameters.add(index!)}::int` : `${arrow}${parameters.add(key)}::text`,
  )
  return `(${json}${steps.join('')})`
}

/** ` order by …`, or nothing. */
export function orderSql(order: Order[], parameters: Parameters): string {
  if (order.length === 0) return ''
  const terms = order.map(
    (term) =>
      columnSql(term, parameters) +
      (term.direction ? ` ${term.direction}` : '') +
      (term.nulls ? ` nulls ${term.nulls}` : ''),
  )
  return ` order by ${terms.join(', ')}`
}

/**
 * ` limit … offset …`. The limit stands in the text, being one of few numbers: the planner then knows how few rows
 * are wanted, and need not plan each execution anew to find out.
 */
export function pageSql(
  { limit, offset }: { limit: number; offset: string },
  parameters: Parameters,
): string {
  return ` limit ${limit}${offset === '0' ? '' : ` offset ${parameters.add(offset)}`}`
}
