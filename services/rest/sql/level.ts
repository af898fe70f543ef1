import { isAggregated } from '../plan/aggregate.ts'
import type { ColumnOutput, ColumnRef, Embed, Order, Output } from '../plan/types.ts'
import type { Aggregate } from '../request.ts'
import { columnSql, ROWS } from './column.ts'
import { embedPage, orderSql, embedFromSql } from './filter.ts'
import { identifier } from './text.ts'
import type { Parameters } from './text.ts'

/** The parts of a select over some rows. */
export interface LevelSql {
  /** `m."a" as "a", …` */
  select: string
  /** ` left join lateral …` for each row that is spread into these rows. */
  joins: string
  /** ` group by …`, or nothing. */
  group: string
  /** ` order by …`, or nothing. */
  order: string
}

/** One key of the response. */
interface Slot {
  name: string
  sql: string
  /** The aggregate to apply to rows that are equal in all other keys. */
  aggregate?: Aggregate
  /** PostgreSQL cannot compare json values: such keys are grouped by their text. */
  isJson: boolean
}

/**
 * The keys of the rows with that alias, including everything embedded in them. Embedded rows are part of the
 * select list, which PostgreSQL computes only for the rows of the page (docs/decisions/010).
 */
export function levelSql(output: Output[], order: Order[], parameters: Parameters, rows = ROWS): LevelSql {
  const level = new Level(output, order, rows, parameters)
  const isGrouped = output.some(isAggregated)
  const select = level.slots.map(
    (slot) => `${isGrouped ? groupedSql(slot) : slot.sql} as ${identifier(slot.name)}`,
  )
  const groupKeys = isGrouped ? level.slots.filter(({ aggregate }) => !aggregate).map(comparable) : []
  return {
    select: select.join(', '),
    joins: level.joins,
    group: groupKeys.length > 0 ? ` group by ${groupKeys.join(', ')}` : '',
    order: orderSql(order, parameters, rows, level.orderColumns),
  }
}

/** Names of the keys of a response: the header line of CSV. */
export function outputNames(output: Output[]): string[] {
  return output.flatMap((item) => {
    if (item.kind !== 'embed') return [item.name]
    return item.embed.spread ? outputNames(item.embed.output) : [item.embed.name]
  })
}

function groupedSql(slot: Slot): string {
  const { aggregate, isJson, sql } = slot
  if (!aggregate) return isJson ? `(${comparable(slot)})::json` : sql
  const call = `${aggregate.name}(${sql})`
  return aggregate.cast ? `cast(${call} as ${aggregate.cast})` : call
}

function comparable({ sql, isJson }: Slot): string {
  return isJson ? `${sql}::text` : sql
}

function columnSlot(item: ColumnOutput, rows: string, parameters: Parameters): Slot {
  const { column, path, cast, aggregate, name } = item
  const isJson = cast ? cast === 'json' : column.base === 'json' && path.at(-1)?.arrow !== '->>'
  return { name, sql: valueSql(item, rows, parameters), aggregate, isJson }
}

function valueSql(ref: ColumnRef & { cast?: string }, rows: string, parameters: Parameters): string {
  const value = columnSql(ref, parameters, rows)
  return ref.cast ? `cast(${value} as ${ref.cast})` : value
}

/** Own tables select the columns that a level needs: also those by which its parent is ordered. */
const withColumns = (embed: Embed, terms: Order[]): Embed => ({
  ...embed,
  output: [
    ...embed.output,
    ...terms.map(({ column, path }): Output => ({ kind: 'column', column, path, name: column.name })),
  ],
})

/** Collects the keys of one level and the joins that they require. */
class Level {
  readonly slots: Slot[] = []
  joins = ''
  /** SQL of the embedded rows' columns that these rows are ordered by. */
  readonly orderColumns = new Map<Order, string>()
  private readonly order: Order[]
  private readonly rows: string
  private readonly parameters: Parameters

  constructor(output: Output[], order: Order[], rows: string, parameters: Parameters) {
    this.order = order
    this.rows = rows
    this.parameters = parameters
    const isGrouped = output.some(isAggregated)
    for (const item of output) {
      if (item.kind === 'count') this.slots.push({ ...item, sql: '*', isJson: false })
      else if (item.kind === 'column') this.slots.push(columnSlot(item, rows, parameters))
      else if (!item.embed.spread) this.nested(item.embed, isGrouped)
      else if (item.embed.toOne) this.spreadOne(item.embed)
      else this.spreadMany(item.embed)
    }
    const related = order.filter((term) => term.embed && !this.orderColumns.has(term))
    for (const [embed, terms] of Map.groupBy(related, (term) => term.embed!))
      this.joinOrderColumns(embed, terms)
  }

  /** Adds an object or a list under one key. */
  private nested(embed: Embed, isGrouped: boolean): void {
    const { rows, toOne, name } = embed
    const level = levelSql(embed.output, embed.order, this.parameters, rows)
    const inner = `(select ${level.select}${this.fromRows(embed, level)}) as ${rows}r`
    const sql = toOne
      ? `(select row_to_json(${rows}r.*) from ${inner})`
      : `coalesce((select json_agg(${rows}r.*) from ${inner}), '[]')`
    if (isGrouped) this.joins += ` left join lateral (select ${sql} as v) as ${rows}s on true`
    this.slots.push({ name, sql: isGrouped ? `${rows}s.v` : sql, isJson: true })
  }

  /** Adds the columns of one spread row. Its aggregates are computed here, over many such rows. */
  private spreadOne(embed: Embed): void {
    const { rows } = embed
    const level = new Level(embed.output, embed.order, rows, this.parameters)
    const values = level.slots.map(({ sql }) => (sql === '*' ? '1' : sql))
    const terms = this.order.filter((term) => term.embed === embed)
    for (const term of terms) {
      const sql = valueSql(term, rows, this.parameters)
      if (!values.includes(sql)) values.push(sql)
      this.orderColumns.set(term, `${rows}s.c${values.indexOf(sql)}`)
    }
    this.join(withColumns(embed, terms), values, level)
    level.slots.forEach((slot, i) => this.slots.push({ ...slot, sql: `${rows}s.c${i}` }))
  }

  /** Adds one list for each column of many spread rows. */
  private spreadMany(embed: Embed): void {
    const { rows } = embed
    const level = new Level(embed.output, embed.order, rows, this.parameters)
    const listed = level.slots.map((_, i) => `coalesce(json_agg(${rows}r.c${i}), '[]')`)
    const order = orderSql(embed.order, this.parameters, rows, level.orderColumns)
    const values = level.slots.map(({ sql }, i) => `${sql} as c${i}`).join(', ')
    const inner = `(select ${values}${this.fromRows(embed, { joins: level.joins, group: '', order })}) as ${rows}r`
    const list = listed.map((value, i) => `${value} as c${i}`).join(', ')
    this.joins += ` left join lateral (select ${list} from ${inner}) as ${rows}s on true`
    level.slots.forEach(({ name }, i) => this.slots.push({ name, sql: `${rows}s.c${i}`, isJson: true }))
  }

  private join(embed: Embed, values: string[], level: Level): void {
    const { rows } = embed
    const list = values.map((value, i) => `${value} as c${i}`).join(', ')
    const order = orderSql(embed.order, this.parameters, rows, level.orderColumns)
    const inner = `select ${list}${this.fromRows(embed, { joins: level.joins, group: '', order })}`
    this.joins += ` left join lateral (${inner}) as ${rows}s on true`
  }

  /**
   * Joins columns to order by, of a row that is not necessarily shown. A join, because all rows must be read.
   */
  private joinOrderColumns(embed: Embed, terms: Order[]): void {
    const { rows } = embed
    const list = terms.map((term, i) => `${valueSql(term, rows, this.parameters)} as c${i}`).join(', ')
    const ordered = withColumns({ ...embed, output: [] }, terms)
    const inner = `select ${list}${this.fromRows(ordered, { joins: '', group: '', order: '' })}`
    this.joins += ` left join lateral (${inner}) as ${rows}o on true`
    terms.forEach((term, i) => this.orderColumns.set(term, `${rows}o.c${i}`))
  }

  private fromRows(embed: Embed, level: Pick<LevelSql, 'joins' | 'group' | 'order'>): string {
    const from = embedFromSql(embed, this.rows, this.parameters, level.joins)
    return `${from}${level.group}${level.order}${embedPage(embed, this.parameters)}`
  }
}
