import type { User } from '@supabase/auth-js'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { authClient } from '../auth-client.ts'
import { useAuth } from '../session.tsx'

/** Key of everything on the account page; `USER_UPDATED` makes all of it be read again (studio/use-session.ts). */
export const accountKey = (userId: string | undefined, ...part: string[]) => ['account', userId, ...part]

/** A user, and whether they have a password (of our service's own telling). */
export type Account = User & { has_password?: boolean }

/** The signed-in user as the auth service has it now: addresses, identities, what is pending. */
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

/** `refresh()` reads the account page's data again, after an act changed something. */
export function useRefreshAccount() {
  const queries = useQueryClient()
  return useCallback(() => queries.invalidateQueries({ queryKey: ['account'] }), [queries])
}
