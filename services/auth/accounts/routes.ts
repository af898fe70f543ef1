import { appOrMember, signedIn } from '../guards.ts'
import { authRoute, none } from '../route-table.ts'
import type { AuthRoute } from '../route-table.ts'
import { putUser, removeUser, user } from './account-calls.ts'
import { reauthenticate } from './reauthenticate.ts'

/** What users do with their own account. */
export const accountRoutes: AuthRoute[] = [
  authRoute('GET', '/user', appOrMember, none, user),
  authRoute('PUT', '/user', signedIn, none, putUser),
  authRoute('GET', '/reauthenticate', signedIn, 'mail', reauthenticate),
  authRoute('DELETE', '/user', signedIn, none, removeUser),
]
