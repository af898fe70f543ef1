import { useQuery } from '@tanstack/react-query'
import { db, rowsOf } from '../data/data.ts'

/** What the tenant sells, by name, for rules that open to buyers. */
export const useProducts = (tenantId: string) =>
  useQuery({
    queryKey: ['items', tenantId, 'names'],
    queryFn: async () =>
      rowsOf<{ id: string; name: string }[]>(
        await db.from('items').select('id, name').eq('tenant_id', tenantId).order('name').limit(1000),
      ),
  })
