import { signedIn } from '../guards.ts'
import { authRoute, none } from '../route-table.ts'
import type { AuthRoute } from '../route-table.ts'
import { challenge, enroll, unenroll, verify } from './mfa-calls.ts'

/** Second factors of the signed-in user. */
export const mfaRoutes: AuthRoute[] = [
  authRoute('POST', '/factors', signedIn, none, enroll),
  authRoute('POST', '/factors/:id/challenge', signedIn, 'mfa', challenge),
  authRoute('POST', '/factors/:id/verify', signedIn, 'mfa', verify),
  authRoute('DELETE', '/factors/:id', signedIn, none, unenroll),
]
