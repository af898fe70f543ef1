import { anyCaller, apiKeyHolder } from '../guards.ts'
import { authRoute, noLimit } from '../route-table.ts'
import type { AuthRoute } from '../route-table.ts'
import { signUp } from './sign-up-call.ts'
import { refuseSso } from './sso-call.ts'

/** Sign-up. Signing in is POST /token (grants.ts). */
export const signInRoutes: AuthRoute[] = [
  authRoute('POST', '/signup', apiKeyHolder, 'mail', signUp),
  authRoute('POST', '/sso', anyCaller, noLimit, refuseSso),
]
