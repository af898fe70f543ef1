import type { Column, Table } from '../catalogue/catalogue.ts'
import { errors } from '../errors/table.ts'
import type { Scope } from '../plan/scope.ts'
import type { RecordWrite } from '../plan/types.ts'
import type { Payload } from '../request.ts'
import { changesOf, rowsToInsert } from './stored-rows.ts'
import type { StoredRows } from './stored-rows.ts'

/** The rows of an insert into a tenant's own table; undefined for other tables. */
export function recordInsert(
  table: Table,
  columns: Column[],
  payload: Payload,
  { role, me }: Scope,
  defaults: boolean,
): RecordWrite | undefined {
  if (!table.record) return undefined
  const body = JSON.parse(payload.json) as Record<string, unknown> | Record<string, unknown>[]
  const rows = Array.isArray(body) ? body : [body]
  const member = role === 'end_user' ? me : undefined
  const stored = rowsToInsert(table, columns, rows, { role, me: member }, defaults)
  return write(table, payload.shape === 'list' ? stored : { ...stored, json: first(stored.json) }, role)
}

/** The changes of an update of a tenant's own table; undefined for other tables. */
export function recordChange(
  table: Table,
  columns: Column[],
  payload: Payload,
  { role }: Scope,
): RecordWrite | undefined {
  if (!table.record) return undefined
  return write(table, changesOf(table, columns, JSON.parse(payload.json), { role }), role)
}

/** @throws 42P10 for columns that are neither the id nor unique */
export function requireUnique(table: Table, columns: readonly Column[]): void {
  if (!table.record) return
  const [only, ...more] = columns
  const isUnique = only!.name === 'id' || table.record.fields.get(only!.name)?.unique_slot !== undefined
  if (more.length > 0 || !isUnique) throw errors.noUnique()
}

const first = (list: string) => JSON.stringify((JSON.parse(list) as unknown[])[0])

function write({ record }: Table, stored: StoredRows, role: Scope['role']): RecordWrite {
  const isVisitor = role === 'anon' || role === 'end_user'
  return {
    stored,
    waits: isVisitor && record!.description.approval,
    ofTeam: role === 'end_user' && record!.description.teamScoped,
    checksId: isVisitor && stored.columns.includes('id'),
  }
}
