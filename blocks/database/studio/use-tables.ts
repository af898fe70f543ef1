import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type DataTable,
  changeTable,
  createTable,
  deleteTable,
  listTables,
  restoreTable,
} from '#features/tables/endpoints.ts'
import { CallError, callErrorText } from '#kernel/browser/call.ts'
import { call } from '#studio/data/api.ts'
import { toast } from '#ui/toasts/toast.ts'
import { canRebase } from './can-rebase.ts'

interface TableList {
  tables: DataTable[]
  may_add: boolean
}

/** What an endpoint takes. */
type InputOf<E extends { readonly types?: [unknown, unknown] }> = NonNullable<E['types']>[0]

const tablesKey = (tenantId: string) => ['tables', tenantId]

/** The tenant's tables, those in the trash included. */
export const useTables = (tenantId: string) =>
  useQuery({ queryKey: tablesKey(tenantId), queryFn: () => call(listTables, { tenantId }) })

/** Puts the server's description of a table into the list at once. */
function store(queries: QueryClient, tenantId: string, table: DataTable) {
  queries.setQueryData<TableList>(
    tablesKey(tenantId),
    (list) =>
      list && {
        ...list,
        tables: list.tables.some(({ id }) => id === table.id)
          ? list.tables.map((one) => (one.id === table.id ? table : one))
          : [table, ...list.tables],
      },
  )
}

const refresh = (queries: QueryClient, tenantId: string) =>
  queries.invalidateQueries({ queryKey: tablesKey(tenantId) })

export type NewTable = Omit<InputOf<typeof createTable>, 'tenantId'>
export type TableChange = Omit<InputOf<typeof changeTable>, 'tenantId' | 'tableId' | 'revision'>

export function useCreateTable(tenantId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (table: NewTable) => call(createTable, { tenantId, ...table }),
    onSuccess(table) {
      store(queries, tenantId, table)
      // Rights that were given as rules may have created audiences.
      void queries.invalidateQueries({ queryKey: ['audiences', tenantId] })
      return refresh(queries, tenantId)
    },
    onError: (error) => toast.error('Error', callErrorText(error, 'The table could not be created')),
  })
}

/**
 * Changes the description that the page shows. If what it changes was changed meanwhile, the list is loaded again and nothing is
 * overwritten. A revision that grew for another reason, such as an index that the server completed, is no obstacle.
 */
export function useChangeTable(tenantId: string, before: DataTable) {
  const queries = useQueryClient()
  const { id: tableId, revision } = before
  return useMutation({
    async mutationFn(change: TableChange) {
      try {
        return await call(changeTable, { tenantId, tableId, revision, ...change })
      } catch (error) {
        if (!(error instanceof CallError && error.code === 'table_changed')) throw error
        const fresh = (await call(listTables, { tenantId })).tables.find(({ id }) => id === tableId)
        if (!fresh || !canRebase(change, before, fresh)) throw error
        return call(changeTable, { tenantId, tableId, revision: fresh.revision, ...change })
      }
    },
    onSuccess(table) {
      store(queries, tenantId, table)
      void queries.invalidateQueries({ queryKey: ['audiences', tenantId] })
      void queries.invalidateQueries({ queryKey: ['table-rows', tenantId, tableId] })
    },
    onError(error) {
      if (error instanceof CallError && error.code === 'table_changed') void refresh(queries, tenantId)
      toast.error('Error', callErrorText(error, 'The table could not be changed'))
    },
  })
}

export function useTrashTable(tenantId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id: tableId }: DataTable) => call(deleteTable, { tenantId, tableId }),
    onSuccess(_, { title }) {
      toast.success(`${title} moved to the trash`, 'You can restore it for 30 days.')
      return refresh(queries, tenantId)
    },
    onError: (error) => toast.error('Error', callErrorText(error, 'The table could not be moved')),
  })
}

export function useRestoreTable(tenantId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id: tableId }: DataTable) => call(restoreTable, { tenantId, tableId }),
    onSuccess(table) {
      toast.success(`${table.title} restored`)
      return refresh(queries, tenantId)
    },
    onError: (error) => toast.error('Error', callErrorText(error, 'The table could not be restored')),
  })
}
