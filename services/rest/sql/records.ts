import { indexMask, slotBit } from '#kernel/browser/fields/slots.ts'
import type { Table } from '../catalogue/catalogue.ts'
import type { Relation } from '../plan/columns.ts'
import type {
  DeletePlan,
  Embed,
  InsertPlan,
  Order,
  Output,
  RecordWrite,
  UpdatePlan,
  Where,
} from '../plan/types.ts'
import type { RecordSource } from '../records/record-table.ts'
import { storedType } from '../records/record-table.ts'
import type { StoredRelation, StoredRows } from '../records/stored-rows.ts'
import { identifier, literal, publicName } from './text.ts'
import type { Parameters } from './text.ts'

/** What a level needs of its rows. */
interface LevelRows {
  output: readonly Output[]
  where: readonly Where[]
  order: readonly Order[]
  link?: Embed['link']
}

/**
 * What a level reads from: a table, or the rows of a tenant's own table with the columns that the level needs. The planner merges
 * this subquery into the statement.
 */
export function relationSql(
  relation: Pick<Relation, 'name' | 'record'>,
  level: LevelRows,
  parameters: Parameters,
): string {
  const { record } = relation
  if (!record) return publicName(relation.name)
  const compared = [
    ...usedColumns(level.where),
    ...level.order.flatMap(({ embed, column }) => (embed ? [] : column.name)),
    ...(level.link?.kind === 'key' ? level.link.columns.map(([, there]) => there) : []),
  ]
  const names = new Set(['id', ...compared, ...shownColumns(level)])
  const columns = [...names].map((name) => `${record.stored.get(name)!.stored!('s')} as ${identifier(name)}`)
  return `(select ${columns.join(', ')} from app.records as s where ${ofTable(record, 's', compared, parameters)})`
}

/** Columns in the output, and those that join embedded rows. */
function shownColumns({ output, where, order }: LevelRows): string[] {
  const embeds = [
    ...output.flatMap((item) => (item.kind === 'embed' ? [item.embed] : [])),
    ...order.flatMap(({ embed }) => embed ?? []),
    ...embedsIn(where),
  ]
  return [
    ...output.flatMap((item) => (item.kind === 'column' ? [item.column.name] : [])),
    ...embeds.flatMap(({ link }) => (link.kind === 'key' ? link.columns.map(([here]) => here) : [])),
  ]
}

function embedsIn(where: readonly Where[]): Embed[] {
  return where.flatMap((part) =>
    part.kind === 'exists' ? [part.embed] : part.kind === 'filter' ? [] : embedsIn(part.parts),
  )
}

/**
 * Conditions for the rows of an own table. For each used column whose index has every row, the constant that the partial index
 * names: it changes no result and lets the planner use the index.
 */
export function ofTable(
  { tenant, description, fields }: RecordSource,
  rows: string,
  used: Iterable<string>,
  parameters: Parameters,
): string {
  const bits = [...new Set(used)].flatMap((name) => {
    const field = fields.get(name)
    return field?.slot && field.indexed ? [`(${rows}.indexed & ${slotBit(field.slot)}) <> 0`] : []
  })
  return [
    `${rows}.tenant_id = ${parameters.shared(tenant.tenantId)}::uuid`,
    `${rows}.table_id = ${parameters.shared(description.id)}::uuid`,
    ...bits,
  ].join(' and ')
}

/** Names of the columns that filters compare. */
export function usedColumns(where: readonly Where[]): string[] {
  return where.flatMap((part) =>
    part.kind === 'filter' ? [part.ref.column.name] : part.kind === 'exists' ? [] : usedColumns(part.parts),
  )
}

/**
 * A column that fails the statement if the description of the own tables is stale; empty for other tables. Own tables are embedded in
 * own tables alone, so the root decides.
 */
export function freshSql({ table }: { table: Table }, parameters: Parameters): string {
  if (!table.record) return ''
  const { tenantId, revision } = table.record.tenant
  return `, (select app.check_tables(${parameters.shared(tenantId)}::uuid, ${parameters.shared(String(revision))}::bigint)) as fresh`
}

/** The condition that starts a write: no description changes until it ends. */
export function beginWrite({ tenant, description }: RecordSource, parameters: Parameters): string {
  const values = [
    `${parameters.shared(tenant.tenantId)}::uuid`,
    `${parameters.shared(description.id)}::uuid`,
    `${parameters.shared(String(tenant.revision))}::bigint`,
  ]
  return `(select app.begin_write(${values.join(', ')}))`
}

/** The rows of the body as a source with the columns of `app.records`. */
export function bodyRowsSql(
  stored: StoredRows,
  isList: boolean,
  alias: string,
  parameters: Parameters,
): string {
  const typed = stored.columns.map((name) => `${name} ${storedType(name)}`).join(', ')
  return `json_to_record${isList ? 'set' : ''}(${parameters.shared(stored.json)}::json) as ${alias}(${typed})`
}

/** The written rows under the names of their columns. `#` cannot start a field's name. */
export function returningRecordSql(
  plan: InsertPlan | UpdatePlan | DeletePlan,
  names: readonly string[],
  rows: string,
): string {
  const shown = names.map(
    (name) => `${plan.table.record!.stored.get(name)!.stored!(rows)} as ${identifier(name)}`,
  )
  const named = plan.kind !== 'delete' && checksWritten(plan) ? plan.record!.stored.relations : []
  const checked = named.map((relation) => `${relatedSql(relation, rows)} as "#${relation.id}"`)
  if (named.length > 0) checked.push(`${rows}.id as "#id"`)
  return [...shown, ...checked].join(', ') || '1 as one'
}

/** The id in a relation field. */
const relatedSql = ({ id, slot }: StoredRelation, rows: string) =>
  slot ? `${rows}.${slot}` : `(${rows}.extra ->> ${literal(id)})::uuid`

/**
 * Relations are checked in the written rows, because an update may match none and an upsert may ignore some. A plain insert does not
 * return them, since its caller may have no right to see them: there the rows of the body are checked.
 */
const checksWritten = (plan: InsertPlan | UpdatePlan) => plan.kind === 'update' || plan.conflict !== undefined

/** INSERT of rows of an own table, without `returning`. `m` is the body's row, `t` the target. */
export function insertRecordSql(
  plan: InsertPlan,
  { stored, waits, ofTeam, checksId }: RecordWrite,
  matching: string,
  parameters: Parameters,
): string {
  const record = plan.table.record!
  const { columns } = stored
  const own = waits ? ['approved'] : []
  const team = ofTeam ? ['team_id'] : []
  const names = ['tenant_id', 'table_id', 'indexed', ...columns, ...own, ...team]
  const of = [
    `${parameters.shared(record.tenant.tenantId)}::uuid`,
    `${parameters.shared(record.description.id)}::uuid`,
  ]
  const valueOf = (name: string) =>
    name === 'id' && checksId ? `app.unused_id(${of.join(', ')}, m.id)` : `m.${name}`
  const values = [
    ...of,
    String(indexMask(record.description.fields)),
    ...columns.map(valueOf),
    ...own.map(() => 'false'),
    ...team.map(() => '(select app.my_team())'),
  ]
  const where = matching === '' ? ' where' : `${matching} and`
  return (
    `insert into app.records as t (${names.join(', ')}) select ${values.join(', ')}` +
    ` from ${bodyRowsSql(stored, plan.list, 'm', parameters)}${where} ${beginWrite(record, parameters)}`
  )
}

/** `on conflict …` of an own table. */
export function conflictRecordSql(
  { conflict, table }: InsertPlan,
  write: RecordWrite,
  counting: string,
): string {
  const { stored } = write
  if (!conflict) return ''
  const [column] = conflict.columns
  const unique = column?.name === 'id' ? undefined : table.record!.fields.get(column!.name)!.unique_slot!
  const target = unique
    ? `(tenant_id, table_id, ${unique}) where ${unique} is not null`
    : '(tenant_id, table_id, id)'
  if (!conflict.merge || stored.given.length + stored.givenExtra.length === 0)
    return ` on conflict ${target} do nothing`
  const set = stored.given.filter((name) => name !== 'id').map((name) => `${name} = excluded.${name}`)
  return ` on conflict ${target} do update set ${[...set, ...touched(write, 't', 'excluded')].join(', ')} where ${counting}`
}

/** UPDATE of rows of an own table, without `returning`. `m` is the target, `b` the body. */
export function updateRecordSql(
  plan: UpdatePlan,
  write: RecordWrite,
  filters: string,
  parameters: Parameters,
): string {
  const record = plan.table.record!
  const set = write.stored.given.map((name) => `${name} = b.${name}`)
  const where = ofTable(record, 'm', usedColumns(plan.where), parameters)
  return (
    `update app.records as m set ${[...set, ...touched(write, 'm', 'b')].join(', ')}` +
    ` from ${bodyRowsSql(write.stored, false, 'b', parameters)}` +
    ` where ${where} and ${beginWrite(record, parameters)}${filters}`
  )
}

/** DELETE of rows of an own table, without `returning`. */
export function deleteRecordSql(plan: DeletePlan, filters: string, parameters: Parameters): string {
  const record = plan.table.record!
  const where = ofTable(record, 'm', usedColumns(plan.where), parameters)
  return `delete from app.records as m where ${where} and ${beginWrite(record, parameters)}${filters}`
}

/** Assignments of every change: the time, the values in `extra`, and that it waits for approval. */
function touched({ stored, waits }: RecordWrite, target: string, from: string): string[] {
  const { givenExtra, otherExtra } = stored
  const list = (ids: string[]) => `array[${ids.map(literal).join(', ')}]::text[]`
  const others = otherExtra.length > 0 ? `(${from}.extra - ${list(otherExtra)})` : `${from}.extra`
  return [
    'updated_at = now()',
    ...(givenExtra.length > 0 ? [`extra = (${target}.extra - ${list(givenExtra)}) || ${others}`] : []),
    ...(waits ? ['approved = false'] : []),
  ]
}

/** A column that fails the statement if a relation field names a row that the caller does not see. */
export function referencesSql(plan: InsertPlan | UpdatePlan, parameters: Parameters): string {
  const { record } = plan.table
  if (!record || !plan.record) return ''
  const { stored } = plan.record
  const isWritten = checksWritten(plan)
  const rows = isWritten ? 'w' : bodyRowsSql(stored, plan.kind === 'insert' && plan.list, 'b', parameters)
  const hasIds = isWritten || stored.columns.includes('id')
  const ownId = isWritten ? 'w."#id"' : 'b.id'
  return stored.relations
    .map((relation, i) => {
      const { id, name, tableId } = relation
      const related = isWritten ? `w."#${id}"` : relatedSql(relation, 'b')
      const target =
        `exists (select from app.records as f where f.tenant_id = ${parameters.shared(record.tenant.tenantId)}::uuid` +
        ` and f.table_id = ${parameters.shared(tableId)}::uuid and f.id = ${related})`
      // The statement does not see the rows that it writes.
      const itself =
        tableId === record.description.id && hasIds
          ? ` and ${related} <> all (array(select ${ownId} from ${rows}))`
          : ''
      const fault = `('rest-guard-reference:${name}:' || ${related})::int`
      return `, (select ${fault} from ${rows} where ${related} is not null and not ${target}${itself} limit 1) as reference${i}`
    })
    .join('')
}
