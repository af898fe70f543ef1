import { useQuery } from '@tanstack/react-query'
import type { DataTable } from '#features/tables/endpoints.ts'
import type { Field } from '#kernel/browser/fields/field.ts'
import { db, rowsOf } from '#studio/data/data.ts'

/** Fields that were removed and still have their values. */
export function useRemovedFields(tenantId: string, { id, revision }: DataTable): readonly Field[] {
  const { data = [] } = useQuery({
    queryKey: ['tables', tenantId, id, 'removed', revision],
    queryFn: async () =>
      rowsOf(
        await db
          .from('data_tables')
          .select('removed_fields')
          .eq('tenant_id', tenantId)
          .eq('id', id)
          .single<{ removed_fields: Field[] }>(),
      ).removed_fields,
  })
  return data
}
