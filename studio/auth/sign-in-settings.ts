import { useQuery } from '@tanstack/react-query'
import { providerName } from '#kernel/browser/provider-names.ts'
import { config } from '../config.ts'

/** The fields of GET /settings that the sign-in screens use. */
export interface SignInSettings {
  external: Record<string, boolean>
  /** Display names of the operator's custom providers. */
  external_titles?: Record<string, string>
  disable_signup: boolean
  passkeys_enabled: boolean
}

/** Keys of `external` that are not redirect providers. */
const NON_PROVIDERS = new Set(['email', 'phone', 'anonymous_users', 'web3_ethereum', 'web3_solana'])

export interface OfferedProvider {
  id: string
  /** Display name. */
  name: string
}

/** Returns the enabled providers, in the service's order. */
export const providersOf = ({ external, external_titles: titles = {} }: SignInSettings): OfferedProvider[] =>
  Object.keys(external)
    .filter((id) => external[id] && !NON_PROVIDERS.has(id))
    .map((id) => ({ id, name: Object.hasOwn(titles, id) ? titles[id]! : providerName(id) }))

/** Fetches the sign-in settings of the creators' user pool, once per page load. */
export function useSignInSettings() {
  return useQuery({
    queryKey: ['sign-in-settings'],
    staleTime: Infinity,
    queryFn: async () => {
      const response = await fetch(`${config.url}/auth/v1/settings`, { headers: { apikey: config.anonKey } })
      if (!response.ok) throw new Error(`GET /settings failed with status ${response.status}`)
      return (await response.json()) as SignInSettings
    },
  })
}
