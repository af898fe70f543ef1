import { useQuery } from '@tanstack/react-query'
import { db, rowsOf } from './data.ts'

/** A plan as everybody reads it. */
export interface PlanRow {
  id: string
  name: string
  /** Minor units of euro. */
  price_cents: number
  interval: string
  features: string[]
}

/** The plans in their order; visitors read them too. */
export function usePlans() {
  return useQuery({
    queryKey: ['plans'],
    queryFn: async () =>
      rowsOf<PlanRow[]>(
        await db.from('bolt_plans').select('id, name, price_cents, interval, features').order('sort'),
      ),
    staleTime: Infinity,
  })
}
