import { escapeIdentifier, escapeLiteral } from 'pg'
import { includesRight } from '#kernel/browser/staff-rights.ts'
import type { StaffRole, TenantRight } from '#kernel/browser/staff-rights.ts'
import type { Statement } from './attempts.ts'
import type { Principal } from './principals.ts'
import type { Attempt, Outcome, Rights, Row, TableAccess } from './types.ts'

/** One statement and its expected outcome. */
export interface Cell {
  title: string
  statement: Statement
  outcome: Outcome
}

const list = (columns: string[]) => columns.map((column) => escapeIdentifier(column)).join(', ')

/** Formats a value of a matrix as SQL: arrays become PostgreSQL text arrays, objects become JSON. */
export function literal(value: unknown): string {
  if (value instanceof Expression) return value.sql
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return `array[${value.map(literal).join(', ')}]::text[]`
  return escapeLiteral(typeof value === 'string' ? value : JSON.stringify(value))
}

/** The statement that inserts a row of a matrix. */
export const insertSql = (table: string, row: Row) =>
  `insert into ${table} (${list(Object.keys(row))}) values (${Object.values(row).map(literal).join(', ')})`

/** Text that identifies a row; the SQL and the JavaScript form give the same text. */
const keySql = (key: string[]) =>
  `concat_ws('|', ${key.map((column) => `${escapeIdentifier(column)}::text`).join(', ')})`
export const keyText = (table: TableAccess, row: Row) =>
  table.key.map((column) => String(row[column])).join('|')

/** All rows by their key with their ctid, which also reveals an update that changes no value. */
export const snapshotSql = ({ table, key }: TableAccess) =>
  `select jsonb_object_agg(${keySql(key)}, to_jsonb(t) || jsonb_build_object('ctid', t.ctid::text)) as snapshot from ${table} t`

/** What a principal may do. By default the service role and the owner may do everything. */
export function rightsOf(table: TableAccess, principal: Principal): Rights {
  const given = table.rights[principal] ?? staffRights(table, principal)
  if (given || (principal !== 'service' && principal !== 'owner')) return given ?? {}
  const rows = Object.keys(table.rows)
  // Set every column to its current value; a computed column only accepts `default`.
  const everyColumn = rowOf(table.columns, (column) => new Expression(escapeIdentifier(column)))
  const computed = rowOf(table.computed ?? [], () => new Expression('default'))
  return {
    select: { columns: table.columns, rows },
    insert: { ...table.spare, ...computed },
    update: { to: { ...everyColumn, ...computed }, rows },
    delete: table.deleteFails ? { fails: table.deleteFails } : { rows },
  }
}

const STAFF: Partial<Record<Principal, StaffRole | 'none'>> = {
  'admin of A': 'admin',
  'editor of A': 'editor',
  'support of A': 'support',
  'door of A': 'door',
  'former admin of A': 'none',
  'invited to A': 'none',
}

/** What staff may do follows from their role and from the right that the table asks for. */
function staffRights({ rights, staff }: TableAccess, principal: Principal): Rights | undefined {
  const role = STAFF[principal]
  if (!role) return undefined
  const { see, change } = typeof staff === 'string' ? { see: staff, change: staff } : (staff ?? NONE)
  const owner = rights['creator A'] ?? {}
  const may = (right: TenantRight) => role !== 'none' && includesRight(role, right)
  if (staff && may(change)) return owner
  const stranger = rights['creator with the id of an end user of A'] ?? {}
  const refused = stranger.insert ? { ...stranger, insertFails: 'refused' as const } : stranger
  return staff && may(see) && owner.select ? { ...refused, select: owner.select } : refused
}

const NONE = { see: 'own', change: 'own' } as const

/** An SQL expression in place of a value. */
class Expression {
  readonly sql: string
  constructor(sql: string) {
    this.sql = sql
  }
}

const rowOf = (columns: string[], valueOf: (column: string) => unknown): Row =>
  Object.fromEntries(columns.map((column) => [column, valueOf(column)]))

/** All cells of one principal: every command with every column, on its own rows and those of others. */
export function cellsOf(table: TableAccess, principal: Principal): Cell[] {
  const rights = rightsOf(table, principal)
  return [
    ...readCells(table, rights),
    ...insertCells(table, rights),
    ...updateCells(table, rights),
    {
      title: 'deletes without a filter',
      statement: { kind: 'write', sql: `delete from ${table.table}` },
      outcome: !rights.delete
        ? 'denied'
        : 'fails' in rights.delete
          ? rights.delete
          : { touches: rights.delete.rows },
    },
    ...(principal === 'owner' ? [] : [write('truncates', `truncate ${table.table} cascade`, 'denied')]),
  ]
}

const read = (title: string, sql: string, outcome: Outcome, eq?: Record<string, string>): Cell => ({
  title,
  statement: { kind: 'read', sql, ...(eq && { eq }) },
  outcome,
})
const write = (title: string, sql: string, outcome: Outcome): Cell => ({
  title,
  statement: { kind: 'write', sql },
  outcome,
})

function readCells({ table, key, columns }: TableAccess, { select }: Rights): Cell[] {
  const keyed = `select ${keySql(key)} as key`
  const cells = columns.map((column) =>
    select?.columns.includes(column)
      ? read(`reads ${column}`, `${keyed}, ${escapeIdentifier(column)} from ${table}`, { sees: select.rows })
      : read(`reads ${column}`, `select ${escapeIdentifier(column)} from ${table}`, 'denied'),
  )
  const filtered = (select?.asking ?? []).map(({ eq, rows }) =>
    read(`asks for ${JSON.stringify(eq)}`, `${keyed} from ${table}`, { sees: rows }, eq),
  )
  return [...cells, ...filtered]
}

function insertCells({ table, columns }: TableAccess, { insert, insertFails }: Rights): Cell[] {
  const given = insert ?? {}
  const others = columns
    .filter((column) => !(column in given))
    .map((column) => {
      const values = [...Object.values(given).map(literal), 'default']
      return write(
        `inserts ${column}`,
        `insert into ${table} (${list([...Object.keys(given), column])}) values (${values.join(', ')})`,
        'denied',
      )
    })
  if (!insert) return others
  const failure: Outcome = insertFails === 'refused' ? 'refused' : { fails: insertFails ?? '' }
  const outcome = insertFails ? failure : { inserts: 1 }
  return [write('inserts a row', insertSql(table, insert), outcome), ...others]
}

function updateCells({ table, columns }: TableAccess, { update }: Rights): Cell[] {
  return columns.map((column) => {
    const allowed = update && column in update.to
    const value = allowed ? literal(update.to[column]) : 'default'
    return write(
      `changes ${column}`,
      `update ${table} set ${escapeIdentifier(column)} = ${value}`,
      allowed ? { touches: update.rows } : 'denied',
    )
  })
}

/** Turns an extra attempt, in addition to the matrix, into a cell. */
export function cellOf(attempt: Attempt): Cell {
  const { sql, given, eq, outcome } = attempt
  const kind = typeof outcome === 'object' && 'sees' in outcome ? 'read' : 'write'
  return { title: '', statement: { kind, sql, ...(given && { given }), ...(eq && { eq }) }, outcome }
}
