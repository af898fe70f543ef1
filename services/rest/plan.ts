import type { Role } from '#kernel/db/claims.ts'
import type { Catalogue, Table } from './catalogue/catalogue.ts'
import { errors } from './errors/table.ts'
import type { RestError } from './errors/table.ts'
import { planCall } from './plan/call.ts'
import { canRead } from './plan/columns.ts'
import { Scope } from './plan/scope.ts'
import { planDelete, planInsert, planPut, planUpdate } from './plan/mutate.ts'
import { findSimilarName } from './plan/similar-name.ts'
import { planRead } from './plan/read.ts'
import type { InfoPlan, Plan } from './plan/types.ts'
import type { RestRequest } from './request.ts'

/**
 * Stage 2: decides what to do. Pure. Looks up every name in the catalogue as the role sees it, and rejects
 * names that do not exist (PGRST2xx, 42703), columns that the role may not read (42501), and unfiltered
 * writes that would touch every row (21000).
 * @param aggregates whether `sum()` and other aggregates are allowed
 * @param me id of the signed-in member or creator
 */
export function plan(
  request: RestRequest,
  catalogue: Catalogue,
  role: Role,
  aggregates = false,
  me?: string,
): Plan | InfoPlan {
  const scope = new Scope(catalogue, role, aggregates, me)
  if (request.target.kind === 'function') {
    return request.method === 'OPTIONS' ? functionInfo(request, catalogue, role) : planCall(request, scope)
  }
  const table = catalogue.tables.get(request.target.name)
  if (!table) throw noTable(request.target.name, catalogue, role)
  switch (request.method) {
    case 'OPTIONS':
      return { kind: 'info', allow: tableMethods(table) }
    case 'POST':
      return planInsert(request, table, scope)
    case 'PUT':
      return planPut(request, table, scope)
    case 'PATCH':
      return planUpdate(request, table, scope)
    case 'DELETE':
      return planDelete(request, table, scope)
    default:
      return planRead(request, table, scope)
  }
}

function noTable(name: string, { tables }: Catalogue, role: Role): RestError {
  const open = [...tables.values()].filter(({ columns }) =>
    [...columns.values()].some((column) => canRead(column, role)),
  )
  return errors.noTable(
    name.slice(0, 100),
    findSimilarName(
      name,
      open.map((table) => table.name),
    ),
  )
}

function tableMethods(table: Table): string {
  return `OPTIONS,GET,HEAD,POST,${table.key.length > 0 ? 'PUT,' : ''}PATCH,DELETE`
}

function functionInfo(request: RestRequest, catalogue: Catalogue, role: Role): InfoPlan {
  const known = catalogue.routines.get(request.target.name)?.filter(({ callers }) => callers.has(role))
  if (!known?.length) throw errors.noFunction(request.target.name, { names: [] })
  return {
    kind: 'info',
    allow: known.every(({ volatile }) => volatile) ? 'OPTIONS,POST' : 'OPTIONS,GET,HEAD,POST',
  }
}
