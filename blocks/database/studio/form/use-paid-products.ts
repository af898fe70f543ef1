import { useQuery } from '@tanstack/react-query'
import { db, rowsOf } from '#studio/data/data.ts'

/** A product that a form can sell. */
export interface PaidProduct {
  id: string
  name: string
  price_cents: number
  currency: string
}

/** The active products of a tenant that are paid once, by name. */
export const usePaidProducts = (tenantId: string) =>
  useQuery({
    queryKey: ['items', tenantId, 'paid-once'],
    queryFn: async () =>
      rowsOf<PaidProduct[]>(
        await db
          .from('items')
          .select('id, name, price_cents, currency')
          .eq('tenant_id', tenantId)
          .eq('active', true)
          .is('interval', null)
          .order('name')
          .limit(1000),
      ),
  })
