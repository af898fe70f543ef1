import type { User } from '@supabase/auth-js'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { authClient } from '../session/auth-client.ts'
import { useAuth } from '../session/session.tsx'

/**
 * Query key of the account page's data. The `USER_UPDATED` event invalidates all of it
 * (studio/session/use-session.ts).
 */
export const accountKey = (userId: string | undefined, ...part: string[]) => ['account', userId, ...part]

/** A user with `has_password`, an extension of our auth service. */
export type Account = User & { has_password?: boolean }

/** Fetches the signed-in user from the auth service: email and phone, identities, pending changes. */
export function useAccount() {
  const { user } = useAuth()
  return useQuery({
    queryKey: accountKey(user?.id, 'user'),
    enabled: user !== null,
    queryFn: async (): Promise<Account> => {
      const { data, error } = await (await authClient()).getUser()
      if (error) throw error
      return data.user
    },
  })
}

/** Returns a function that refetches the account page's data. Call it after a change. */
export function useRefreshAccount() {
  const queries = useQueryClient()
  return useCallback(() => queries.invalidateQueries({ queryKey: ['account'] }), [queries])
}
