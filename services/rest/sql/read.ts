import type { ReadPlan } from '../plan/types.ts'
import { orderSql, pageSql, ROWS, whereSql } from './filter.ts'
import { ANSWER, bodySql, outputSql, RESPONSE } from './shape.ts'
import { publicName } from './text.ts'
import type { Parameters } from './text.ts'

/** GET and HEAD of a table. The total, where wanted, counts what the filters and row-level security leave. */
export function readSql(plan: ReadPlan, parameters: Parameters): string {
  const from = `from ${publicName(plan.table.name)} as ${ROWS}${whereSql(plan.where, parameters)}`
  const output = plan.body === 'none' ? '' : outputSql(plan.output, parameters)
  const rows = `select ${output} ${from}${orderSql(plan.order, parameters)}${pageSql(plan, parameters)}`
  const total = plan.count ? `(select count(*) ${from})` : 'null'
  return `select count(*) as page, ${total} as total, ${bodySql(plan)} as body${RESPONSE} from (${rows}) as ${ANSWER}`
}
