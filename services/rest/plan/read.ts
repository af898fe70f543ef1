import type { Role } from '#kernel/db/claims.ts'
import type { Table } from '../catalogue/catalogue.ts'
import { planBody, planOrder, planOutput, planPage, planWhere } from './columns.ts'
import type { ReadPlan } from './types.ts'
import type { RestRequest } from '../request.ts'

/** Rows that one answer holds at most. */
export const MAX_ROWS = 1000

/** GET and HEAD of a table. */
export function planRead(request: RestRequest, table: Table, role: Role): ReadPlan {
  return {
    kind: 'read',
    table,
    output: planOutput(table, request.select, role),
    where: planWhere(table, request.where, role),
    order: planOrder(table, request.order, role),
    ...planPage(request, MAX_ROWS),
    ...planBody(request.media, request.method === 'GET'),
  }
}
