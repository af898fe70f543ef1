/** The Auth0 domain that the stand-in simulates. */
export const AUTH0_DOMAIN = 'sandbox-tenant.auth0.com'

/** Its applications: what to enter in the wizard. The secrets open nothing but this program. */
export const AUTH0_CLIENTS = {
  /** A Single Page Application, the kind that works. */
  spa: { id: 'sandbox-spa', secret: 'sandbox-spa-secret' },
  /** A Machine to Machine application: only of such a one Auth0 says whether the secret is right. */
  machine: { id: 'sandbox-machine', secret: 'sandbox-machine-secret' },
} as const
