import type { ReadPlan } from '../plan/types.ts'
import { ROWS } from './column.ts'
import { pageSql, whereSql } from './filter.ts'
import { levelSql } from './level.ts'
import { freshSql, relationSql } from './records.ts'
import { RESULT_ROWS, bodySql, RESPONSE_SETTINGS } from './shape.ts'
import type { Parameters } from './text.ts'

/**
 * GET and HEAD of a table. The total, if requested, counts the rows that match the filters and row-level
 * security.
 */
export function readSql(plan: ReadPlan, parameters: Parameters): string {
  const from = `from ${relationSql(plan.table, plan, parameters)} as ${ROWS}`
  const where = whereSql(plan.where, parameters)
  const level = levelSql(plan.body === 'none' ? [] : plan.output, plan.order, parameters)
  const page = pageSql(plan, parameters)
  const rows = `select ${level.select} ${from}${level.joins}${where}${level.group}${level.order}${page}`
  const total = plan.count ? `(select count(*) ${from}${where})` : 'null'
  return `select count(*) as page, ${total} as total, ${bodySql(plan)} as body${RESPONSE_SETTINGS}${freshSql(plan, parameters)} from (${rows}) as ${RESULT_ROWS}`
}
