import type { Column } from '../catalogue/catalogue.ts'
import type { DeletePlan, InsertPlan, RecordWrite, UpdatePlan } from '../plan/types.ts'
import { MAX_ROWS } from '../plan/page.ts'
import { ROWS } from './column.ts'
import { andSql, whereSql } from './filter.ts'
import { levelSql } from './level.ts'
import {
  conflictRecordSql,
  deleteRecordSql,
  insertRecordSql,
  referencesSql,
  relationSql,
  returningRecordSql,
  updateRecordSql,
} from './records.ts'
import { returnedColumns } from './returned.ts'
import { RESULT_ROWS, bodySql, guardSql, RESPONSE_SETTINGS } from './shape.ts'
import { identifier, literal, publicName } from './text.ts'
import type { Parameters } from './text.ts'

/** Transaction-local counter of the rows that an upsert actually inserted. */
const COUNTER = `nullif(current_setting('rest.inserted', true), '')::int`
const count = (step: string) =>
  `set_config('rest.inserted', (coalesce(${COUNTER}, 0) ${step})::text, true) <> ''`

/** POST and PUT. */
export function insertSql(plan: InsertPlan, parameters: Parameters): string {
  if (plan.record) return insertRecord(plan, plan.record, parameters)
  const names = plan.columns.map(({ name }) => identifier(name))
  const merges = plan.conflict?.merge === true && names.length > 0
  const rows = bodyRows(plan, ROWS, parameters)
  const matching = whereSql(plan.match, parameters)
  const counting = merges ? `${matching ? ' and' : ' where'} ${count('+ 1')}` : ''
  const insert =
    `insert into ${publicName(plan.table.name)}${names.length > 0 ? ` (${names.join(', ')})` : ''}` +
    ` select ${names.map((name) => `${ROWS}.${name}`).join(', ')} from ${rows}${matching}${counting}` +
    conflictSql(plan)
  return writeSql(plan, `${insert}${returningSql(plan)}`, parameters, merges)
}

/** The same for a tenant's own table. */
function insertRecord(plan: InsertPlan, write: RecordWrite, parameters: Parameters): string {
  const merges = plan.conflict?.merge === true && plan.columns.length > 0
  const matching = whereSql(plan.match, parameters)
  const counting = merges ? ` and ${count('+ 1')}` : ''
  const insert = insertRecordSql(plan, write, matching, parameters) + counting
  const conflict = conflictRecordSql(plan, write, count('- 1'))
  return writeSql(plan, `${insert}${conflict}${returningSql(plan, 't')}`, parameters, merges)
}

/**
 * Columns of the conflict target keep their value, which is equal by definition. So a role needs no
 * permission to update a key in order to upsert on it.
 */
function conflictSql({ conflict, columns }: InsertPlan): string {
  if (!conflict) return ''
  const target = ` on conflict (${conflict.columns.map(({ name }) => identifier(name)).join(', ')})`
  if (!conflict.merge || columns.length === 0) return `${target} do nothing`
  const others = columns.filter((column) => !conflict.columns.includes(column))
  const set = (others.length > 0 ? others : columns).map(({ name }) => identifier(name))
  const assignments = set.map((name) => `${name} = excluded.${name}`).join(', ')
  return `${target} do update set ${assignments} where ${count('- 1')}`
}

/** PATCH. An empty object changes nothing. */
export function updateSql(plan: UpdatePlan, parameters: Parameters): string {
  const { record } = plan
  if (record && plan.columns.length > 0) {
    const update = updateRecordSql(plan, record, andSql(plan.where, parameters), parameters)
    return writeSql(plan, `${update}${returningSql(plan, ROWS)}`, parameters)
  }
  const target = relationSql(plan.table, plan, parameters)
  const names = plan.columns.map(({ name }) => identifier(name))
  if (names.length === 0) {
    const none = `select ${returnedSql({ ...plan, table: { ...plan.table, record: undefined } })} from ${target} as ${ROWS} where false`
    return writeSql(plan, none, parameters)
  }
  const assignments = names.map((name) => `${name} = b.${name}`).join(', ')
  const rows = bodyRows({ ...plan, list: false, defaults: false }, 'b', parameters)
  const update = `update ${target} as ${ROWS} set ${assignments} from ${rows}${whereSql(plan.where, parameters)}`
  return writeSql(plan, `${update}${returningSql(plan, ROWS)}`, parameters)
}

/** DELETE. */
export function deleteSql(plan: DeletePlan, parameters: Parameters): string {
  if (plan.table.record) {
    const remove = deleteRecordSql(plan, andSql(plan.where, parameters), parameters)
    return writeSql(plan, `${remove}${returningSql(plan, ROWS)}`, parameters)
  }
  const remove = `delete from ${publicName(plan.table.name)} as ${ROWS}${whereSql(plan.where, parameters)}`
  return writeSql(plan, `${remove}${returningSql(plan, ROWS)}`, parameters)
}

/** The write, followed by the row count, the check on the count, and the response. */
function writeSql(
  plan: InsertPlan | UpdatePlan | DeletePlan,
  write: string,
  parameters: Parameters,
  merges = false,
): string {
  // The body limits the number of inserted rows; the number of updated rows has no such limit.
  const limit = plan.kind === 'insert' ? '' : ` limit ${MAX_ROWS}`
  const references = plan.kind === 'delete' ? '' : referencesSql(plan, parameters)
  const body =
    plan.body === 'none'
      ? 'null'
      : `(select ${bodySql(plan)} from (${shownSql(plan, limit, parameters)}) as ${RESULT_ROWS})`
  return (
    `with w as (${write}), n as (select count(*) as affected from w)` +
    ` select n.affected as page${guardSql(plan.guard, 'n.affected')}, ${merges ? COUNTER : 'null'} as inserted,` +
    ` ${body} as body${RESPONSE_SETTINGS}${references} from n`
  )
}

function shownSql(plan: InsertPlan | UpdatePlan | DeletePlan, limit: string, parameters: Parameters): string {
  const { select, joins, group, order } = levelSql(plan.output, plan.order, parameters)
  return `select ${select} from w as ${ROWS}${joins}${whereSql(plan.filters, parameters)}${group}${order}${limit}`
}

/** Returns only the necessary columns, because returning a column requires permission to read it. */
function returningSql(plan: InsertPlan | UpdatePlan | DeletePlan, from?: string): string {
  return ` returning ${returnedSql(plan, from)}`
}

function returnedSql(plan: InsertPlan | UpdatePlan | DeletePlan, from = ''): string {
  const names = returnedColumns(plan)
  if (plan.table.record) return returningRecordSql(plan, names, from)
  if (names.length === 0) return '1 as one'
  return names.map((name) => `${from && `${from}.`}${identifier(name)}`).join(', ')
}

/** The body as rows with the types of the columns. */
function bodyRows(
  plan: { columns: Column[]; json: string; list: boolean; defaults: boolean },
  alias: string,
  parameters: Parameters,
): string {
  const { columns, list, defaults } = plan
  if (columns.length === 0) {
    return list
      ? `json_array_elements(${parameters.add(plan.json)}::json) as ${alias}`
      : `(values (1)) as ${alias}`
  }
  const typed = `${alias}(${columns.map(({ name, type }) => `${identifier(name)} ${type}`).join(', ')})`
  const json = parameters.add(plan.json)
  if (!defaults) return `json_to_record${list ? 'set' : ''}(${json}::json) as ${typed}`
  const given = columns.filter((column) => column.default !== null)
  const base = `jsonb_build_object(${given.map((column) => `${literal(column.name)}, ${column.default}`).join(', ')})`
  const element = list ? `jsonb_array_elements(${json}::jsonb)` : `(select ${json}::jsonb)`
  return `${element} as e(v), jsonb_to_record(${base} || e.v) as ${typed}`
}
