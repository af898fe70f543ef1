import { useQuery } from '@tanstack/react-query'
import { access } from '#features/plans/endpoints.ts'
import { call } from '../data/api.ts'
import { useAuth } from '../session/session.tsx'

const POLL_MS = 60_000

/** Returns the signed-in user's access according to the server. Polls every minute. */
export function useAccess() {
  const { user } = useAuth()
  return useQuery({
    queryKey: ['access', user?.id],
    queryFn: () => call(access, {}),
    enabled: user !== null,
    refetchInterval: POLL_MS,
  })
}
