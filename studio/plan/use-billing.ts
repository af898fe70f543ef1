import { useQuery } from '@tanstack/react-query'
import { billing } from '#features/plans/endpoints.ts'
import { call } from '../data/api.ts'
import { useAuth } from '../session/session.tsx'

/** Fetches the creator's plan, payments and passes. */
export function useBilling() {
  const { user } = useAuth()
  return useQuery({
    queryKey: ['billing', user?.id],
    enabled: user !== null,
    queryFn: () => call(billing, {}),
  })
}
