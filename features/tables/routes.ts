import { creator, visitor } from '#kernel/http/guards.ts'
import { route } from '#kernel/http/route.ts'
import type { Route } from '#kernel/http/route.ts'
import type { Unit } from '#kernel/unit.ts'
import * as contracts from './contract.ts'
import * as endpoints from './endpoints.ts'
import * as tables from './tables.ts'
import * as files from './files.ts'
import { readTypes } from './read-types.ts'
import { listTrash, readHistory, restoreRows } from './trash.ts'
import { clearRemovedFields, forgetFiles, forgetRecords, tendTable } from './upkeep.ts'

export const functions: Route[] = [
  route(endpoints.listTables, creator, contracts.listTablesContract, ({ kernel, claims, input }) =>
    tables.listTables(kernel, claims, input.tenantId),
  ),
  route(endpoints.readTypes, creator, contracts.readTypesContract, ({ kernel, claims, input }) =>
    readTypes(kernel, claims, input.tenantId),
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
  route(endpoints.listTrash, creator, contracts.listTrashContract, ({ kernel, claims, input }) =>
    listTrash(kernel, claims, input),
  ),
  route(endpoints.restoreRows, creator, contracts.restoreRowsContract, ({ kernel, claims, input }) =>
    restoreRows(kernel, claims, input),
  ),
  route(endpoints.readHistory, creator, contracts.readHistoryContract, ({ kernel, claims, input }) =>
    readHistory(kernel, claims, input),
  ),
  route(endpoints.prepareUpload, creator, contracts.prepareUploadContract, ({ kernel, claims, input }) =>
    files.prepareStaffUpload(kernel, claims, input),
  ),
  route(endpoints.linkFiles, creator, contracts.linkFilesContract, ({ kernel, claims, input }) =>
    files.linkFiles(kernel, claims, input),
  ),
  route(endpoints.prepareOwnUpload, visitor, contracts.prepareOwnUploadContract, files.prepareOwnUpload),
  route(endpoints.linkOwnFiles, visitor, contracts.linkOwnFilesContract, files.linkOwnFiles),
]

export const jobs = {
  'trash-retention': async (kernel) => {
    await forgetRecords(kernel)
    await clearRemovedFields(kernel)
  },
  'forget-files': (kernel) => forgetFiles(kernel),
  'tend-table': (kernel, of: { tenant: string; table: string }) => tendTable(kernel, of),
} satisfies Unit['jobs']
export const schedules = {
  'trash-retention': '11 3 * * *',
  'forget-files': '23 * * * *',
} satisfies Unit['schedules']
