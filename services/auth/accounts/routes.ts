import { appOrMember, signedIn } from '../guards.ts'
import { authRoute, noLimit } from '../route-table.ts'
import type { AuthRoute } from '../route-table.ts'
import { putUser, removeUser, user } from './account-calls.ts'
import { reauthenticate } from './reauthenticate.ts'

/** What users do with their own account. */
export const accountRoutes: AuthRoute[] = [
  authRoute('GET', '/user', appOrMember, noLimit, user),
  authRoute('PUT', '/user', signedIn, noLimit, putUser),
  authRoute('GET', '/reauthenticate', signedIn, 'mail', reauthenticate),
  authRoute('DELETE', '/user', signedIn, noLimit, removeUser),
]
