import { apiKeyHolder } from '../guards.ts'
import { authRoute } from '../route-table.ts'
import type { AuthRoute } from '../route-table.ts'
import { startAuth0Login } from './auth0-calls.ts'

/** Signing in with the tenant's own Auth0. The return is POST /token (grants.ts). */
export const auth0Routes: AuthRoute[] = [
  authRoute('POST', '/auth0/logins', apiKeyHolder, 'provider', startAuth0Login),
]
