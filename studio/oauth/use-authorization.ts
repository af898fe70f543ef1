import { useQuery } from '@tanstack/react-query'
import type { AuthFailure } from '../auth/auth-errors.ts'
import { authCall } from '../session/auth-call.ts'

/** An application's authorization request, as returned by the auth service. */
export interface AuthorizationRequest {
  client: { name: string; uri: string }
  redirect_uri: string
  /** Space-separated scopes. */
  scope: string
}

/** The request, or the redirect URL if the user has already consented to these scopes. */
export type AuthorizationResponse = AuthorizationRequest | { redirect_url: string }

export const pathOf = (id: string) => `/oauth/authorizations/${encodeURIComponent(id)}`

/**
 * Fetches an authorization request; `data` is null if it is unknown, decided or expired. Fetched only once,
 * because the fetch itself may complete the request.
 */
export function useAuthorization(id: string, userId: string | undefined) {
  return useQuery<AuthorizationResponse | null, AuthFailure>({
    queryKey: ['authorization', id, userId],
    enabled: userId !== undefined,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    queryFn: async () => {
      const { data, error } = await authCall<AuthorizationResponse>('GET', pathOf(id))
      if (isOver(error)) return null
      if (error) throw error
      return data
    },
  })
}

export const isOver = (error: AuthFailure | null): boolean => error?.code === 'oauth_authorization_not_found'
