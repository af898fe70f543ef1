import { appOrMember, keyHolder, signedIn } from '../guards.ts'
import { token } from '../grants.ts'
import { authRoute, countedInside, none } from '../route-table.ts'
import type { AuthRoute } from '../route-table.ts'
import { deleteSession, listSessions } from './own-sessions.ts'
import { logout, oneTimeCode } from './session-calls.ts'
import { siteToken } from './site-token.ts'

/** Reading, transferring and ending sessions. */
export const sessionRoutes: AuthRoute[] = [
  countedInside(authRoute('POST', '/token', keyHolder, 'token', token)),
  authRoute('POST', '/one-time-code', signedIn, 'token', oneTimeCode),
  authRoute('POST', '/site-token', signedIn, 'token', siteToken),
  authRoute('POST', '/logout', appOrMember, none, logout),
  authRoute('GET', '/sessions', signedIn, none, listSessions),
  authRoute('DELETE', '/sessions/:id', signedIn, none, deleteSession),
]
