import { anybody, operator, signedIn } from '../guards.ts'
import { authRoute, none } from '../route-table.ts'
import type { AuthRoute } from '../route-table.ts'
import { authorize, authorizeLinking, confirmLinking } from './authorize-calls.ts'
import { callback } from './callback-call.ts'
import { createCustom, deleteCustom, listCustom, readCustom, updateCustom } from './custom-provider-calls.ts'
import { unlink } from './identity-calls.ts'

/** Signing in with other services. */
export const providerRoutes: AuthRoute[] = [
  authRoute('GET', '/authorize', anybody, 'provider', authorize),
  authRoute('POST', '/authorize', anybody, 'provider', confirmLinking),
  authRoute('GET', '/callback', anybody, 'provider', callback),
  authRoute('POST', '/callback', anybody, 'provider', callback),
  authRoute('GET', '/user/identities/authorize', signedIn, 'provider', authorizeLinking),
  authRoute('DELETE', '/user/identities/:id', signedIn, none, unlink),

  authRoute('GET', '/admin/custom-providers', operator, none, listCustom),
  authRoute('POST', '/admin/custom-providers', operator, none, createCustom),
  authRoute('GET', '/admin/custom-providers/:identifier', operator, none, readCustom),
  authRoute('PUT', '/admin/custom-providers/:identifier', operator, none, updateCustom),
  authRoute('DELETE', '/admin/custom-providers/:identifier', operator, none, deleteCustom),
]
