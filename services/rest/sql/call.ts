import type { CallPlan } from '../plan/types.ts'
import { ROWS } from './column.ts'
import { pageSql, whereSql } from './filter.ts'
import { levelSql } from './level.ts'
import { RESULT_ROWS, bodySql, guardSql, RESPONSE_SETTINGS } from './shape.ts'
import { arrayLiteral, identifier, publicName } from './text.ts'
import type { Parameters } from './text.ts'

/** Column for the result of a function that does not return rows. */
const VALUE = 'value'

/** rpc. The function runs only once, even if its result is also counted or filtered. */
export function callSql(plan: CallPlan, parameters: Parameters): string {
  const { returns } = plan.routine
  const isRow = returns.kind === 'row'
  const called = `with s as (select c.* from ${callFrom(plan, parameters)} as c${isRow ? '' : `(${VALUE})`})`
  if (returns.kind === 'void')
    return `${called} select count(*) as page, null as total, null as body${RESPONSE_SETTINGS} from s`
  const where = whereSql(plan.where, parameters)
  const { select, joins, group, order } = levelSql(plan.output, plan.order, parameters)
  const output = isRow ? select : `${ROWS}.${VALUE}`
  const page = pageSql(plan, parameters)
  const rows = `select ${output} from s as ${ROWS}${joins}${where}${group}${order}${page}`
  const total = plan.count ? `(select count(*) from s as ${ROWS}${where})` : 'null'
  const value = isRow ? undefined : `${RESULT_ROWS}.${VALUE}`
  const body =
    plan.raw && plan.body !== 'none' ? `(array_agg(${value}::text))[1]` : bodySql(plan, !returns.set, value)
  return (
    `${called} select count(*) as page, ${total} as total${guardSql(plan.guard, 'count(*)')}, ${body} as body${RESPONSE_SETTINGS}` +
    ` from (${rows}) as ${RESULT_ROWS}`
  )
}

function callFrom({ routine, args }: CallPlan, parameters: Parameters): string {
  const name = publicName(routine.name)
  if (args.kind === 'whole') return `${name}(${parameters.add(args.json)}::${routine.parameters[0]!.type})`
  if (args.kind === 'direct') {
    const given = routine.parameters.filter((parameter) => args.values.has(parameter.name))
    const list = given.map(({ name, type, variadic }) => {
      const values = args.values.get(name)!
      const value = parameters.add(variadic ? arrayLiteral(values) : values.at(-1)!)
      return `${variadic ? 'variadic ' : ''}${identifier(name)} => ${value}::${type}`
    })
    return `${name}(${list.join(', ')})`
  }
  const given = routine.parameters.filter((parameter) => args.names.includes(parameter.name))
  if (given.length === 0) return `${name}()`
  const typed = given.map((parameter) => `${identifier(parameter.name)} ${parameter.type}`).join(', ')
  const list = given.map(
    ({ name, variadic }) => `${variadic ? 'variadic ' : ''}${identifier(name)} => a.${identifier(name)}`,
  )
  return `json_to_record(${parameters.add(args.json)}::json) as a(${typed}), ${name}(${list.join(', ')})`
}
