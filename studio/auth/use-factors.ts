import type { Factor } from '@supabase/auth-js'
import { useQuery } from '@tanstack/react-query'
import { authClient } from '../session/auth-client.ts'

/** Fetches the second factors of the session's user from the auth service. */
export function useFactors(userId: string) {
  return useQuery({
    queryKey: ['account', userId, 'factors'],
    queryFn: async (): Promise<Factor[]> => {
      const { data, error } = await (await authClient()).mfa.listFactors()
      if (error) throw error
      return data.all
    },
  })
}

/** Methods for the second step; `recovery` means recovery codes. */
export type StepMethod = 'totp' | 'webauthn' | 'phone' | 'recovery'

/** Returns the methods that these factors allow, the most convenient first. */
export function methodsOf(factors: readonly Factor[]): StepMethod[] {
  const verified = new Set(
    factors.filter(({ status }) => status === 'verified').map(({ factor_type }) => factor_type),
  )
  const methods: StepMethod[] = (['totp', 'webauthn', 'phone'] as const).filter((type) => verified.has(type))
  // The service does not reveal whether recovery codes exist, so always offer them last.
  return [...methods, 'recovery']
}
