import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callErrorText } from '#kernel/browser/call.ts'
import { db, rowsOf } from '#studio/data/data.ts'
import { toast } from '#ui/toasts/toast.ts'
import type { OldView } from './stored-views.ts'
import type { ViewDesign } from './view-design.ts'

/** A named view of a table, of the user or of all staff. */
export interface SavedView {
  id: string
  name: string
  /** The user who alone sees it; null: all who may see the rows. */
  owner_id: string | null
  /** As `viewOf` reads it. */
  design: unknown
  updated_at: string
}

export type ViewChange = Partial<Pick<SavedView, 'name' | 'owner_id'>> & { design?: ViewDesign }

const COLUMNS = 'id, name, owner_id, design, updated_at'
const MOST_NAME = 60
const viewsKey = (tenantId: string, tableId: string) => ['grid-views', tenantId, tableId]

/** The named views of a table in the order of their making. */
export const useSavedViews = (tenantId: string, tableId: string) =>
  useQuery({
    queryKey: viewsKey(tenantId, tableId),
    queryFn: async () =>
      rowsOf(
        await db
          .from('grid_views')
          .select(COLUMNS)
          .eq('tenant_id', tenantId)
          .eq('table_id', tableId)
          .order('created_at')
          .order('id'),
      ) as unknown as SavedView[],
  })

/** Saves a new view. @returns a function that resolves to it, or to undefined if it was refused, which the user was told */
export function useAddView(tenantId: string, tableId: string) {
  const queries = useQueryClient()
  const add = useMutation({
    mutationFn: async (view: { name: string; owner_id: string | null; design: unknown }) =>
      rowsOf(
        await db
          .from('grid_views')
          .insert({ tenant_id: tenantId, table_id: tableId, ...view })
          .select(COLUMNS)
          .single<SavedView>(),
      ),
    onSuccess: (view) =>
      queries.setQueryData<SavedView[]>(viewsKey(tenantId, tableId), (list = []) => [...list, view]),
    onError: (error) => toast.error('Not saved', callErrorText(error, 'The view could not be saved')),
  })
  return (view: { name: string; owner_id: string | null; design: unknown }) =>
    add.mutateAsync(view).catch(() => undefined)
}

/** Changes a view, unless someone else has changed it since it was loaded. */
export function useChangeView(tenantId: string, tableId: string) {
  const queries = useQueryClient()
  const key = viewsKey(tenantId, tableId)
  const change = useMutation({
    async mutationFn({ view, to }: { view: SavedView; to: ViewChange }) {
      const changed = rowsOf(
        await db
          .from('grid_views')
          .update(to)
          .eq('tenant_id', tenantId)
          .eq('id', view.id)
          .eq('updated_at', view.updated_at)
          .select(COLUMNS),
      ) as unknown as SavedView[]
      if (!changed[0]) throw new Error('Someone else just changed or deleted this view. It is loaded again.')
      return changed[0]
    },
    onSuccess: (view) =>
      queries.setQueryData<SavedView[]>(key, (list = []) =>
        list.map((one) => (one.id === view.id ? view : one)),
      ),
    onError(error) {
      void queries.invalidateQueries({ queryKey: key })
      toast.error('Not saved', callErrorText(error, error.message))
    },
  })
  return (view: SavedView, to: ViewChange) => change.mutateAsync({ view, to }).catch(() => undefined)
}

export function useDeleteView(tenantId: string, tableId: string) {
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: async ({ id }: SavedView) =>
      rowsOf(await db.from('grid_views').delete().eq('tenant_id', tenantId).eq('id', id).select('id')),
    onSuccess(_, { id, name }) {
      queries.setQueryData<SavedView[]>(viewsKey(tenantId, tableId), (list = []) =>
        list.filter((one) => one.id !== id),
      )
      toast.success(`View "${name}" deleted`)
    },
    onError: (error) => toast.error('Not deleted', callErrorText(error, 'The view could not be deleted')),
  })
  return (view: SavedView) => remove.mutate(view)
}

/** Stores views of this browser on the server, as views of the user alone. Those that are there already stay. */
export function useCarryOver(tenantId: string, tableId: string) {
  const queries = useQueryClient()
  return async (views: readonly OldView[], userId: string): Promise<void> => {
    const rows = views.map(({ id, name, design }) => ({
      tenant_id: tenantId,
      table_id: tableId,
      id,
      owner_id: userId,
      // oxlint-disable-next-line no-control-regex -- names from before had no check
      name:
        name
          .replaceAll(/[\u0000-\u001f\u007f]/g, ' ')
          .trim()
          .slice(0, MOST_NAME) || 'View',
      design,
    }))
    const sent = db.from('grid_views').upsert(rows, { ignoreDuplicates: true, onConflict: 'tenant_id,id' })
    rowsOf(await sent.select('id'))
    await queries.invalidateQueries({ queryKey: viewsKey(tenantId, tableId) })
  }
}
