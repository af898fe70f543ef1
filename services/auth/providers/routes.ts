import { anyCaller, operator, signedIn } from '../guards.ts'
import { authRoute, noLimit } from '../route-table.ts'
import type { AuthRoute } from '../route-table.ts'
import { authorize, authorizeLinking, confirmLinking } from './authorize-calls.ts'
import { callback } from './callback-call.ts'
import { createCustom, deleteCustom, listCustom, readCustom, updateCustom } from './custom-provider-calls.ts'
import { unlink } from './identity-calls.ts'

/** Signing in with other services. */
export const providerRoutes: AuthRoute[] = [
  authRoute('GET', '/authorize', anyCaller, 'provider', authorize),
  authRoute('POST', '/authorize', anyCaller, 'provider', confirmLinking),
  authRoute('GET', '/callback', anyCaller, 'provider', callback),
  authRoute('POST', '/callback', anyCaller, 'provider', callback),
  authRoute('GET', '/user/identities/authorize', signedIn, 'provider', authorizeLinking),
  authRoute('DELETE', '/user/identities/:id', signedIn, noLimit, unlink),

  authRoute('GET', '/admin/custom-providers', operator, noLimit, listCustom),
  authRoute('POST', '/admin/custom-providers', operator, noLimit, createCustom),
  authRoute('GET', '/admin/custom-providers/:identifier', operator, noLimit, readCustom),
  authRoute('PUT', '/admin/custom-providers/:identifier', operator, noLimit, updateCustom),
  authRoute('DELETE', '/admin/custom-providers/:identifier', operator, noLimit, deleteCustom),
]
