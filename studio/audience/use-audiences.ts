import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Audience } from '#kernel/browser/audience.ts'
import { toast } from '#ui/toasts/toast.ts'
import { DataError, db, rowsOf } from '../data/data.ts'

/** A rule that the tenant's owner saved by name. */
export interface SavedAudience {
  id: string
  name: string
  rule: Audience
}

const audiencesKey = (tenantId: string) => ['audiences', tenantId]

/** The tenant's saved audiences, by name. */
export const useAudiences = (tenantId: string) =>
  useQuery({
    queryKey: audiencesKey(tenantId),
    queryFn: async () =>
      rowsOf<SavedAudience[]>(
        await db
          .from('audiences')
          .select('id, name, rule')
          .eq('tenant_id', tenantId)
          .order('name')
          .limit(1000),
      ),
  })

/** Creates an audience, or changes the one with `id`. */
export function useSaveAudience(tenantId: string, onSaved: (saved: SavedAudience) => void) {
  const queries = useQueryClient()
  return useMutation({
    async mutationFn({ id, name, rule }: Omit<SavedAudience, 'id'> & { id: string | undefined }) {
      const table = db.from('audiences')
      const query = id
        ? table.update({ name, rule }).eq('tenant_id', tenantId).eq('id', id)
        : table.insert({ tenant_id: tenantId, name, rule })
      return rowsOf(await query.select('id, name, rule').single<SavedAudience>())
    },
    async onSuccess(saved) {
      await queries.invalidateQueries({ queryKey: audiencesKey(tenantId) })
      onSaved(saved)
    },
    onError: (error) => toast.error('Error', saveFailure(error)),
  })
}

const saveFailure = (error: Error) =>
  error instanceof DataError && error.code === '23514'
    ? error.message
    : 'The audience could not be saved. Try again.'

/** Foreign-key violation: a row still opens by the audience. The message says which (`app.keep_used_audience`). */
const IN_USE = '23503'

/** PostgreSQL's own message, which is not for readers, arrives only if the product was changed at the same moment. */
const usesText = ({ message }: Error) =>
  message.endsWith('this audience') ? message : 'Something still opens by this audience'

export function useDeleteAudience(tenantId: string, onDeleted: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) =>
      rowsOf(await db.from('audiences').delete().eq('tenant_id', tenantId).eq('id', id)),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: audiencesKey(tenantId) })
      onDeleted()
    },
    onError: (error) =>
      toast.error(
        'Error',
        error instanceof DataError && error.code === IN_USE
          ? `${usesText(error)}. Choose another audience there first.`
          : 'The audience could not be deleted. Try again.',
      ),
  })
}
