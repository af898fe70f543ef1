import type { Role } from '#kernel/db/claims.ts'
import type { Column, Table } from '../catalogue/catalogue.ts'
import { errors } from '../errors/table.ts'
import { recordChange, recordInsert, requireUnique } from '../records/record-write.ts'
import { planBody, readable } from './columns.ts'
import { planWhere } from './conditions.ts'
import { planLevel } from './level.ts'
import type { Scope } from './scope.ts'
import type { DeletePlan, Guard, InsertPlan, Output, WrittenOutput, UpdatePlan, Where } from './types.ts'
import type { Payload, RestRequest } from '../request.ts'

/** POST of a table: insert, or upsert if `Prefer: resolution` requests it. */
export function planInsert(request: RestRequest, table: Table, scope: Scope): InsertPlan {
  const payload = rows(request.payload!)
  const columns = bodyColumns(request, payload, table)
  const defaults = request.prefer.missing === 'default'
  const target = conflict(request, table, scope.role)
  return {
    kind: 'insert',
    table,
    columns,
    json: payload.json,
    list: payload.shape === 'list',
    defaults,
    record: recordInsert(table, columns, payload, scope, defaults),
    conflict: target,
    match: [],
    ...shown(request, table, scope),
    guard: guardOf(request),
  }
}

/** PUT of a table: inserts or replaces the one row that the filters identify by its whole key. */
export function planPut(request: RestRequest, table: Table, scope: Scope): InsertPlan {
  const payload = oneRow(request.payload!)
  const named = request.where.flatMap((condition) =>
    condition.kind === 'filter' &&
    condition.field.path.length === 0 &&
    !condition.negated &&
    condition.operation.kind === 'compare' &&
    condition.operation.operator === 'eq' &&
    !condition.operation.quantifier
      ? [condition.field.name]
      : [''],
  )
  const isKey = named.length === table.key.length && table.key.every((name) => named.includes(name))
  if (!isKey || table.key.length === 0) throw errors.putNeedsKey()
  const columns = bodyColumns(request, payload, table)
  if (!table.key.every((name) => columns.some((column) => column.name === name))) throw errors.putOtherKey()
  return {
    kind: 'insert',
    table,
    columns,
    json: payload.json,
    list: false,
    defaults: false,
    record: recordInsert(table, columns, payload, scope, false),
    conflict: { columns: table.key.map((name) => readable(table, name, scope.role)), merge: true },
    match: planWhere(table, request.where, [], scope.role),
    ...shown(request, table, scope),
    guard: { kind: 'put' },
  }
}

/** PATCH of a table. Only the service may omit the filter, so that a mistake cannot change every row. */
export function planUpdate(request: RestRequest, table: Table, scope: Scope): UpdatePlan {
  const payload = oneRow(request.payload!)
  const columns = bodyColumns(request, payload, table)
  const where = filtered(request, table, scope.role, 'UPDATE')
  return {
    kind: 'update',
    table,
    columns,
    json: payload.json,
    record: recordChange(table, columns, payload, scope),
    where,
    ...shown(request, table, scope),
    guard: guardOf(request),
  }
}

/** DELETE of a table. Requires a filter, like planUpdate. */
export function planDelete(request: RestRequest, table: Table, scope: Scope): DeletePlan {
  return {
    kind: 'delete',
    table,
    where: filtered(request, table, scope.role, 'DELETE'),
    ...shown(request, table, scope),
    guard: guardOf(request),
  }
}

function filtered(request: RestRequest, table: Table, role: Role, verb: 'UPDATE' | 'DELETE'): Where[] {
  if (request.where.length === 0 && role !== 'service_role') throw errors.noWhere(verb)
  // Rows of an own table are changed where they are stored, so the filters compare what is stored.
  const target = table.record ? { ...table, columns: table.record.stored } : table
  return planWhere(target, request.where, [], role)
}

function rows(payload: Payload): Payload {
  if (payload.shape === 'other') throw errors.badBody('The body must be a JSON object or a list of objects')
  return payload
}

function oneRow(payload: Payload): Payload {
  if (payload.shape !== 'object') throw errors.badBody('The body must be a JSON object')
  return payload
}

/**
 * The written columns: those named in `columns=`, or else the keys of the body. PostgreSQL checks write
 * permission.
 */
function bodyColumns(request: RestRequest, payload: Payload, table: Table): Column[] {
  return (request.columns ?? payload.keys).map((name) => {
    const column = table.columns.get(name)
    if (!column) throw errors.noColumnInBody(table.name, name.slice(0, 100))
    return column
  })
}

function conflict({ prefer, onConflict }: RestRequest, table: Table, role: Role): InsertPlan['conflict'] {
  const named = onConflict?.map((name) => readable(table, name, role))
  if (!prefer.resolution) return undefined
  const columns = named ?? table.key.map((name) => readable(table, name, role))
  if (columns.length > 0) requireUnique(table, columns)
  return columns.length > 0 ? { columns, merge: prefer.resolution === 'merge-duplicates' } : undefined
}

/** The output of the written rows: nothing, the selected columns, or the key (for the Location header). */
function shown(request: RestRequest, table: Table, scope: Scope): WrittenOutput {
  const returnPreference = request.prefer.return
  if (returnPreference === 'headers-only' && request.method === 'POST') {
    const output = table.key.map((name): Output => {
      return { kind: 'column', column: readable(table, name, scope.role), path: [], name }
    })
    return { output, filters: [], order: [], body: output.length > 0 ? 'array' : 'none', stripNulls: false }
  }
  if (returnPreference !== 'representation')
    return { output: [], filters: [], order: [], body: 'none', stripNulls: false }
  const { select, nested, order } = request
  // The request's filters already chose the rows to write. Only `!inner` embeddings still filter the output.
  const { where, ...level } = planLevel(table, { select, nested, order, where: [] }, scope)
  return { ...level, filters: where, ...planBody(request.media, true) }
}

/**
 * A single-object Accept and `max-affected` (only with handling=strict) limit the number of affected rows.
 */
export function guardOf({ media, prefer }: RestRequest): Guard | undefined {
  if (media.kind === 'object') return { kind: 'single' }
  if (prefer.maxAffected === undefined || prefer.handling !== 'strict') return undefined
  return { kind: 'affected', most: prefer.maxAffected }
}
