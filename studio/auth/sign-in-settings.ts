import { useQuery } from '@tanstack/react-query'
import { config } from '../config.ts'

/** What GET /settings says, as far as the sign-in screens draw from it. */
export interface SignInSettings {
  external: Record<string, boolean>
  disable_signup: boolean
  passkeys_enabled: boolean
}

/** Keys of `external` that are not providers to be sent to. */
const NO_PROVIDER = new Set(['email', 'phone', 'anonymous_users', 'web3_ethereum', 'web3_solana'])

/** The providers that are switched on, in the order in which the service names them. */
export const providersOf = (settings: SignInSettings): string[] =>
  Object.keys(settings.external).filter((name) => settings.external[name] && !NO_PROVIDER.has(name))

/** What the pool of creators offers for signing in; asked once. */
export function useSignInSettings() {
  return useQuery({
    queryKey: ['sign-in-settings'],
    staleTime: Infinity,
    queryFn: async () => {
      const answer = await fetch(`${config.url}/auth/v1/settings`, { headers: { apikey: config.anonKey } })
      if (!answer.ok) throw new Error(`The settings were answered with ${answer.status}`)
      return (await answer.json()) as SignInSettings
    },
  })
}
