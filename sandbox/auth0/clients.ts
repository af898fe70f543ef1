/** The Auth0 domain that the stand-in simulates. */
export const AUTH0_DOMAIN = 'sandbox-tenant.auth0.com'

/** Its applications, to enter in the wizard. The secrets are valid only in this stand-in. */
export const AUTH0_CLIENTS = {
  /** A Single Page Application, which the product supports. */
  spa: { id: 'sandbox-spa', secret: 'sandbox-spa-secret' },
  /** A Machine to Machine application, the only kind for which Auth0 checks the secret. */
  machine: { id: 'sandbox-machine', secret: 'sandbox-machine-secret' },
} as const
