import type { Config } from '#kernel/config.ts'
import type { Auth0Status } from '../endpoints-auth0.ts'

/**
 * The URLs that a creator enters at Auth0, so that users return to the tenant's embedded sign-in. Auth0
 * compares callback URLs character by character. Test and live mode may use two hosts; each list starts with
 * that of the tenant's mode.
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
