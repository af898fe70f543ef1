import { SERVICE } from '#kernel/db/claims.ts'
import type { Claims } from '#kernel/db/claims.ts'
import type { Database } from '#kernel/db/database.ts'
import { isDatabaseAway, sqlState } from '#kernel/db/database-error.ts'
import { describe } from './binding.ts'
import type { ParsedBinding } from './binding.ts'
import { errors } from './errors.ts'
import { conditionSql } from './filter.ts'
import { ownTablesFor } from './own-tables.ts'
import { quoted, tableForm } from './relations.ts'
import type { RowForm } from './relations.ts'
import type { TableKey } from './table-key.ts'

interface Published extends Pick<RowForm, 'storage' | 'expressionOf'> {
  key: TableKey
  schema: string
  name: string
  /** The columns that the role may read. */
  columns: string[]
}

const PUBLISHED = `
select c.oid::bigint as key, n.nspname as schema, c.relname as name, array(
    select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and has_column_privilege($1::name, c.oid, a.attnum, 'select')) as columns
from pg_trigger g join pg_class c on c.oid = g.tgrelid join pg_namespace n on n.oid = c.relnamespace
where g.tgfoid = 'realtime.capture()'::regprocedure and not g.tgisinternal and g.tgenabled <> 'D'
  and has_schema_privilege($1::name, n.oid, 'usage')
order by 2, 3`

/** An expression that takes longer than this to evaluate once is also too slow for every change. */
const TIMEOUT_MS = 1500

/**
 * The tables that each binding refers to and that the claims' role can read at least partly.
 * @param tenant whose own tables staff and the service watch
 * @returns their keys, in the order of the bindings
 * @throws {AppError} if a table is not published or not readable, or a filter or column list does not match
 * it
 */
export async function tablesOf(
  database: Database,
  claims: Claims,
  bindings: ParsedBinding[],
  tenant?: string,
): Promise<TableKey[][]> {
  const common = await publishedTables(database, claims)
  const own = bindings.some((binding) => mayMeanOwn(binding, common))
    ? (await ownTablesFor(database, claims, tenant)).map((table) => ({
        ...table,
        columns: table.columns.map(({ name }) => name),
      }))
    : []
  const found: TableKey[][] = []
  for (const binding of bindings) {
    const tables = [
      ...common.filter((table) => means(binding, table)),
      ...own.filter((table) => means(binding, table) && hasFilterColumns(binding, table)),
    ]
    if (tables.length === 0)
      throw errors.not_enabled({
        text: `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: ${describe(binding)}`,
      })
    for (const table of tables) await checkColumns(database, claims, binding, table)
    found.push(tables.map(({ key }) => key))
  }
  return found
}

const means = (binding: ParsedBinding, { schema, name, columns }: Published) =>
  columns.length > 0 &&
  (binding.schema === '*' || binding.schema === schema) &&
  (binding.table === '*' || binding.table === name)

const mayMeanOwn = (binding: ParsedBinding, common: Published[]) =>
  (binding.schema === '*' || binding.schema === 'public') &&
  (binding.table === '*' || !common.some((table) => means(binding, table)))

/** A filter on all tables leaves out own tables without its columns. One that names its table is refused instead. */
const hasFilterColumns = ({ table, conditions }: ParsedBinding, { columns }: Published) =>
  table !== '*' || conditions.every(({ column }) => columns.includes(column))

/** The published tables of the product. */
async function publishedTables(database: Database, claims: Claims): Promise<Published[]> {
  const { rows } = await database.once<Omit<Published, keyof RowForm>>(SERVICE, {
    name: 'realtime_published',
    text: PUBLISHED,
    values: [claims.role],
    readOnly: true,
  })
  return rows.map((row) => ({ ...row, ...tableForm({ schema: row.schema, name: row.name }) }))
}

async function checkColumns(database: Database, claims: Claims, binding: ParsedBinding, table: Published) {
  for (const { column } of binding.conditions)
    if (!table.columns.includes(column))
      refuse(binding, `ERROR P0001 (raise_exception) invalid column for filter ${column}`)
  for (const column of binding.select ?? [])
    if (!table.columns.includes(column))
      refuse(binding, `ERROR P0001 (raise_exception) invalid column for select ${column}`)
  if (binding.conditions.length > 0) await tryFilter(database, claims, binding, table)
}

/**
 * Lets PostgreSQL parse the filter values as the columns' types, on a row of nulls, and the regular
 * expressions.
 */
async function tryFilter(database: Database, claims: Claims, binding: ParsedBinding, table: Published) {
  const values: string[] = []
  const add = (value: string) => `$${values.push(value)}`
  const { schema, name } = table.storage
  const expressions = binding.conditions.map((condition) =>
    conditionSql(condition, (column) => table.expressionOf(column, 'row_'), add),
  )
  for (const { operator, value } of binding.conditions)
    if (operator === 'match' || operator === 'imatch') expressions.push(`'' ~ ${add(value)}`)
  try {
    await database.once(claims, {
      text: `select ${expressions.join(', ')}
        from jsonb_populate_record(null::${quoted(schema)}.${quoted(name)}, '{}') as row_`,
      values,
      readOnly: true,
      timeoutMs: TIMEOUT_MS,
    })
  } catch (error) {
    const state = sqlState(error)
    if (!state || isDatabaseAway(error)) throw error
    refuse(binding, `ERROR ${state} ${(error as Error).message}`)
  }
}

function refuse(binding: ParsedBinding, reason: string): never {
  throw errors.not_enabled({
    text: `Unable to subscribe to changes with given parameters. An exception happened so please check your connect parameters: ${describe(binding)}. Exception: ${reason}`,
  })
}
