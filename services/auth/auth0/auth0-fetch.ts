import type { Kernel } from '#kernel/kernel.ts'
import { createGuardedFetch } from '#kernel/net/guarded-fetch.ts'
import type { GuardedFetch } from '#kernel/net/guarded-fetch.ts'

/** Milliseconds for a complete response of Auth0. */
const TIMEOUT = 5000

const opened = new WeakMap<Kernel, GuardedFetch>()

/**
 * Requests to Auth0 domains: only https and public addresses, except for the stand-ins that the operator
 * configured. Redirects are returned and never followed.
 */
export function auth0Fetch(kernel: Kernel): GuardedFetch {
  const known = opened.get(kernel)
  if (known) return known
  const { auth0Overrides } = kernel.config.auth
  const made = createGuardedFetch({
    allowed: Object.values(auth0Overrides),
    own: [kernel.config.publicUrl, ...Object.values(kernel.config.embedOrigin)],
    sandbox: kernel.config.sandboxUrl,
    plainHttp: false,
    timeout: TIMEOUT,
    redirectsAreAnswers: true,
  })
  opened.set(kernel, made)
  kernel.beforeClose(() => made.close())
  return made
}
