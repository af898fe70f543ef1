import { appOrMember, apiKeyHolder, signedIn } from '../guards.ts'
import { token } from '../grants.ts'
import { authRoute, countedInside, noLimit } from '../route-table.ts'
import type { AuthRoute } from '../route-table.ts'
import { deleteSession, listSessions } from './own-sessions.ts'
import { logout, oneTimeCode } from './session-calls.ts'
import { siteToken } from './site-token.ts'

/** Reading, transferring and ending sessions. */
export const sessionRoutes: AuthRoute[] = [
  countedInside(authRoute('POST', '/token', apiKeyHolder, 'token', token)),
  authRoute('POST', '/one-time-code', signedIn, 'token', oneTimeCode),
  authRoute('POST', '/site-token', signedIn, 'token', siteToken),
  authRoute('POST', '/logout', appOrMember, noLimit, logout),
  authRoute('GET', '/sessions', signedIn, noLimit, listSessions),
  authRoute('DELETE', '/sessions/:id', signedIn, noLimit, deleteSession),
]
