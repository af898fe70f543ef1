import { useQuery } from '@tanstack/react-query'
import type { AuthFailure } from '../auth/auth-errors.ts'
import { authCall } from '../auth-call.ts'

/** What an application asks for, as the auth service tells it. */
export interface Asked {
  client: { name: string; uri: string }
  redirect_uri: string
  /** Scopes with blanks between. */
  scope: string
}

/** Who agreed to as much before gets the way back at once. */
export type Told = Asked | { redirect_url: string }

export const pathOf = (id: string) => `/oauth/authorizations/${encodeURIComponent(id)}`

/**
 * The request of an application; `data` null for one that is unknown, decided or too old. Read once: reading it may
 * already answer it.
 */
export function useAuthorization(id: string, userId: string | undefined) {
  return useQuery<Told | null, AuthFailure>({
    queryKey: ['authorization', id, userId],
    enabled: userId !== undefined,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    queryFn: async () => {
      const { data, error } = await authCall<Told>('GET', pathOf(id))
      if (isOver(error)) return null
      if (error) throw error
      return data
    },
  })
}

export const isOver = (error: AuthFailure | null): boolean => error?.code === 'oauth_authorization_not_found'
