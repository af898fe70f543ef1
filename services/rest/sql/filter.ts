import type { Embed, Order, Where } from '../plan/types.ts'
import { columnSql, ROWS, wholeRow } from './column.ts'
import { operationSql } from './operation.ts'
import { identifier, publicName } from './text.ts'
import type { Parameters } from './text.ts'

/** ` where …`, or nothing. */
export function whereSql(where: Where[], parameters: Parameters, rows = ROWS): string {
  if (where.length === 0) return ''
  return ` where ${where.map((part) => conditionSql(part, parameters, rows)).join(' and ')}`
}

/** One condition on the rows of that name. */
function conditionSql(where: Where, parameters: Parameters, rows: string): string {
  const not = where.negated ? 'not ' : ''
  if (where.kind === 'exists') return `${not}${existsSql(where.embed, rows, parameters)}`
  const sql =
    where.kind === 'filter'
      ? operationSql(where.ref, where.operation, parameters, rows)
      : where.parts.map((part) => conditionSql(part, parameters, rows)).join(` ${where.kind} `)
  return `${not}(${sql})`
}

/**
 * ` order by …`, or nothing.
 * @param lent where columns of embedded rows stand that are ordered by
 */
export function orderSql(
  order: Order[],
  parameters: Parameters,
  rows: string,
  lent: ReadonlyMap<Order, string>,
): string {
  if (order.length === 0) return ''
  const terms = order.map(
    (term) =>
      (lent.get(term) ?? columnSql(term, parameters, rows)) +
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

/**
 * The rows of an embedding that belong to one row of its parent: ` from … where …`, of the embedding's own filters,
 * too. Every use of it stands in a subquery that sees the parent's rows.
 * @param joins what stands between: the joins of what is spread into these rows
 */
export function reachSql(embed: Embed, parent: string, parameters: Parameters, joins = ''): string {
  const { link, rows } = embed
  const equal = (a: string, one: string, b: string, other: string) =>
    `${a}.${identifier(one)} = ${b}.${identifier(other)}`
  const own = embed.where.map((part) => conditionSql(part, parameters, rows))
  if (link.kind === 'computed') {
    const where = own.length > 0 ? ` where ${own.join(' and ')}` : ''
    return ` from ${publicName(link.routine)}(${wholeRow(parent, link.parent)}) as ${rows}${joins}${where}`
  }
  if (link.kind === 'key') {
    const keys = link.columns.map(([here, there]) => equal(rows, there, parent, here))
    return ` from ${publicName(link.table)} as ${rows}${joins} where ${[...keys, ...own].join(' and ')}`
  }
  const between = `${rows}j`
  const on = link.target.map(([there, through]) => equal(between, through, rows, there))
  const keys = link.source.map(([here, through]) => equal(between, through, parent, here))
  return (
    ` from ${publicName(link.table)} as ${rows} join ${publicName(link.junction)} as ${between}` +
    ` on ${on.join(' and ')}${joins} where ${[...keys, ...own].join(' and ')}`
  )
}

/** Whether a row of the parent has a row there, within what was asked of those. */
function existsSql(embed: Embed, parent: string, parameters: Parameters): string {
  // A limit of its own makes a difference only where it is none, or leaves rows out before it.
  const page =
    embed.limit === 0 || embed.offset !== '0'
      ? pageSql({ limit: embed.limit ?? 1, offset: embed.offset }, parameters)
      : ''
  return `exists (select${reachSql(embed, parent, parameters)}${page})`
}

/** ` limit … offset …` of an embedding, or nothing where there can be but one row. */
export function embedPage({ limit, offset }: Embed, parameters: Parameters): string {
  if (limit !== undefined) return pageSql({ limit, offset }, parameters)
  return offset === '0' ? '' : ` offset ${parameters.add(offset)}`
}
