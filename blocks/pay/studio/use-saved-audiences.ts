import { useQuery } from '@tanstack/react-query'
import { db, rowsOf } from '#studio/data/data.ts'

export interface SavedAudience {
  id: string
  name: string
}

/** The tenant's audiences by name; undefined while they load. */
export function useSavedAudiences(tenantId: string): SavedAudience[] | undefined {
  return useQuery({
    queryKey: ['audiences', tenantId, 'names'],
    queryFn: async () =>
      rowsOf<SavedAudience[]>(
        await db.from('audiences').select('id, name').eq('tenant_id', tenantId).order('name'),
      ),
  }).data
}
