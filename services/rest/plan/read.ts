import type { Table } from '../catalogue/catalogue.ts'
import { planBody } from './columns.ts'
import { planLevel } from './level.ts'
import { planPage } from './page.ts'
import type { Scope } from './scope.ts'
import type { ReadPlan } from './types.ts'
import type { RestRequest } from '../request.ts'

/** GET and HEAD of a table. */
export function planRead(request: RestRequest, table: Table, scope: Scope): ReadPlan {
  return {
    kind: 'read',
    table,
    ...planLevel(table, request, scope),
    ...planPage(request),
    ...planBody(request.media, request.method === 'GET'),
  }
}
