import type { Config } from '#kernel/config.ts'
import type { Auth0Status } from '../endpoints-auth0.ts'

/**
 * What a creator enters at Auth0, so that people come back to the tenant's embedded sign-in. Auth0 compares callbacks
 * letter for letter. The first of each list is that of the tenant's mode; test and live may stand on two hosts.
 */
export function addressesOf(
  { embedOrigin, publicUrl }: Pick<Config, 'embedOrigin' | 'publicUrl'>,
  tenant: { public_key: string | null; stripe_mode: 'test' | 'live' },
): Auth0Status['addresses'] {
  const other = tenant.stripe_mode === 'test' ? 'live' : 'test'
  const origins = [...new Set([embedOrigin[tenant.stripe_mode], embedOrigin[other]])]
  const signIn = origins.map((origin) => `${origin}/embed/auth?tenant=${tenant.public_key}`)
  return {
    callback: signIn,
    login: `${publicUrl}/login?tenant=${tenant.public_key}`,
    logout: signIn,
    origins,
  }
}
