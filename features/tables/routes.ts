import { creator } from '#kernel/http/guards.ts'
import { route } from '#kernel/http/route.ts'
import type { Route } from '#kernel/http/route.ts'
import * as contracts from './contract.ts'
import * as endpoints from './endpoints.ts'
import * as tables from './tables.ts'

export const functions: Route[] = [
  route(endpoints.listTables, creator, contracts.listTablesContract, ({ kernel, claims, input }) =>
    tables.listTables(kernel, claims, input.tenantId),
  ),
  route(endpoints.createTable, creator, contracts.createTableContract, ({ kernel, claims, input }) =>
    tables.createTable(kernel, claims, input),
  ),
  route(endpoints.changeTable, creator, contracts.changeTableContract, ({ kernel, claims, input }) =>
    tables.changeTable(kernel, claims, input),
  ),
  route(endpoints.deleteTable, creator, contracts.deleteTableContract, async ({ kernel, claims, input }) => {
    await tables.deleteTable(kernel, claims, input)
    return { deleted: true as const }
  }),
  route(endpoints.restoreTable, creator, contracts.restoreTableContract, ({ kernel, claims, input }) =>
    tables.restoreTable(kernel, claims, input),
  ),
]
