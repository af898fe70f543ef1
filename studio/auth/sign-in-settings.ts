import { useQuery } from '@tanstack/react-query'
import { providerName } from '#kernel/browser/provider-names.ts'
import { config } from '../config.ts'

/** What GET /settings says, as far as the sign-in screens draw from it. */
export interface SignInSettings {
  external: Record<string, boolean>
  /** Names of the providers that the operator made. */
  external_titles?: Record<string, string>
  disable_signup: boolean
  passkeys_enabled: boolean
}

/** Keys of `external` that are not providers to be sent to. */
const NO_PROVIDER = new Set(['email', 'phone', 'anonymous_users', 'web3_ethereum', 'web3_solana'])

export interface OfferedProvider {
  id: string
  /** For people. */
  name: string
}

/** The providers that are switched on, in the order in which the service names them. */
export const providersOf = ({ external, external_titles: titles = {} }: SignInSettings): OfferedProvider[] =>
  Object.keys(external)
    .filter((id) => external[id] && !NO_PROVIDER.has(id))
    .map((id) => ({ id, name: Object.hasOwn(titles, id) ? titles[id]! : providerName(id) }))

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
