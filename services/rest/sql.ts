import type { Plan } from './plan/types.ts'
import { callSql } from './sql/call.ts'
import { deleteSql, insertSql, updateSql } from './sql/mutate.ts'
import { readSql } from './sql/read.ts'
import { Parameters } from './sql/text.ts'

export interface SqlStatement {
  text: string
  values: string[]
}

/**
 * Stage 3: turns the plan into one statement. Pure. Names come from the catalogue and are quoted; values are
 * parameters. Every statement returns one row: `page` (rows shown or touched), `total`, `inserted`, `body`
 * (text).
 */
export function sql(plan: Plan): SqlStatement {
  const parameters = new Parameters()
  return { text: statementText(plan, parameters), values: parameters.values }
}

function statementText(plan: Plan, parameters: Parameters): string {
  if (plan.kind === 'read') return readSql(plan, parameters)
  if (plan.kind === 'call') return callSql(plan, parameters)
  if (plan.kind === 'insert') return insertSql(plan, parameters)
  return plan.kind === 'update' ? updateSql(plan, parameters) : deleteSql(plan, parameters)
}
