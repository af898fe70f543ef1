import { useQuery } from '@tanstack/react-query'
import { listMemberships } from '#features/staff/endpoints.ts'
import { call } from '../data/api.ts'
import { useAuth } from '../session/session.tsx'

/** The query of the tenants whose staff a user is. */
export const membershipsQuery = (userId: string | undefined) => ({
  queryKey: ['tenants', userId, 'memberships'] as const,
  queryFn: async () => (await call(listMemberships, {})).memberships,
})

/** Fetches the tenants whose staff the signed-in user is, with those that do not open. */
export function useMemberships() {
  const { user } = useAuth()
  return useQuery({ ...membershipsQuery(user?.id), enabled: user !== null })
}
