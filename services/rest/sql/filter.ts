import type { Embed, Order, Where } from '../plan/types.ts'
import { columnSql, ROWS, wholeRow } from './column.ts'
import { operationSql } from './operation.ts'
import { relationSql } from './records.ts'
import { identifier, publicName } from './text.ts'
import type { Parameters } from './text.ts'

/** ` where …`, or nothing. */
export function whereSql(where: Where[], parameters: Parameters, rows = ROWS): string {
  if (where.length === 0) return ''
  return ` where ${where.map((part) => conditionSql(part, parameters, rows)).join(' and ')}`
}

/** ` and …`, or nothing. */
export function andSql(where: Where[], parameters: Parameters, rows = ROWS): string {
  return where.map((part) => ` and ${conditionSql(part, parameters, rows)}`).join('')
}

/** One condition on the rows with that alias. */
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
 * @param orderColumns SQL of the embedded rows' columns that these rows are ordered by
 */
export function orderSql(
  order: Order[],
  parameters: Parameters,
  rows: string,
  orderColumns: ReadonlyMap<Order, string>,
): string {
  if (order.length === 0) return ''
  const terms = order.map(
    (term) =>
      (orderColumns.get(term) ?? columnSql(term, parameters, rows)) +
      (term.direction ? ` ${term.direction}` : '') +
      (term.nulls ? ` nulls ${term.nulls}` : ''),
  )
  return ` order by ${terms.join(', ')}`
}

/**
 * ` limit … offset …`. The limit is part of the text, because few different limits occur: the planner then
 * knows how few rows are needed, without planning each execution again.
 */
export function pageSql(
  { limit, offset }: { limit: number; offset: string },
  parameters: Parameters,
): string {
  return ` limit ${limit}${offset === '0' ? '' : ` offset ${parameters.add(offset)}`}`
}

/**
 * The rows of an embedding that belong to one row of its parent, as ` from … where …`, including the
 * embedding's own filters. It is always used in a subquery that can see the parent's rows.
 * @param joins the joins of rows spread into these rows, placed between the two clauses
 */
export function embedFromSql(embed: Embed, parent: string, parameters: Parameters, joins = ''): string {
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
    const from = relationSql(embed.relation, embed, parameters)
    return ` from ${from} as ${rows}${joins} where ${[...keys, ...own].join(' and ')}`
  }
  const junction = `${rows}j`
  const on = link.target.map(([there, through]) => equal(junction, through, rows, there))
  const keys = link.source.map(([here, through]) => equal(junction, through, parent, here))
  return (
    ` from ${publicName(link.table)} as ${rows} join ${publicName(link.junction)} as ${junction}` +
    ` on ${on.join(' and ')}${joins} where ${[...keys, ...own].join(' and ')}`
  )
}

/** Whether a parent row has an embedded row that matches the embedding's own filters and range. */
function existsSql(embed: Embed, parent: string, parameters: Parameters): string {
  // The embedding's range matters only if its limit is 0 or its offset skips rows.
  const page =
    embed.limit === 0 || embed.offset !== '0'
      ? pageSql({ limit: embed.limit ?? 1, offset: embed.offset }, parameters)
      : ''
  return `exists (select${embedFromSql(embed, parent, parameters)}${page})`
}

/** ` limit … offset …` of an embedding, or nothing if there can be only one row. */
export function embedPage({ limit, offset }: Embed, parameters: Parameters): string {
  if (limit !== undefined) return pageSql({ limit, offset }, parameters)
  return offset === '0' ? '' : ` offset ${parameters.add(offset)}`
}
