import type { Factor } from '@supabase/auth-js'
import { useQuery } from '@tanstack/react-query'
import { authClient } from '../auth-client.ts'

/** The verified second factors of whoever the session is about, read anew from the service. */
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

/** Ways of taking the second step; `recovery` are the codes written down for a lost device. */
export type StepMethod = 'totp' | 'webauthn' | 'phone' | 'recovery'

/** The ways that these factors open, the most convenient first. */
export function methodsOf(factors: readonly Factor[]): StepMethod[] {
  const verified = new Set(
    factors.filter(({ status }) => status === 'verified').map(({ factor_type }) => factor_type),
  )
  const methods: StepMethod[] = (['totp', 'webauthn', 'phone'] as const).filter((type) => verified.has(type))
  // Whether codes were made is not told to everybody; where they are the last hope they are offered.
  return [...methods, 'recovery']
}
