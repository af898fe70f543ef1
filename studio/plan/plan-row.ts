import { useQuery } from '@tanstack/react-query'
import { db, rowsOf } from '../data/data.ts'

/** A plan as returned by the public data API. */
export interface PlanRow {
  id: string
  name: string
  /** Euro cents. */
  price_cents: number
  interval: string
  features: string[]
}

/** Fetches the plans in display order. Public, so it also works for visitors. */
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
