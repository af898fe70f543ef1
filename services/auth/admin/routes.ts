import { operator } from '../guards.ts'
import { authRoute, none } from '../route-table.ts'
import type { AuthRoute } from '../route-table.ts'
import { readSettings, writeSettings } from '../settings/settings-call.ts'
import { rotateKeys } from '../sessions/rotate-keys-call.ts'
import { change, create, list, read, remove, signOutUser } from './admin-calls.ts'
import { inviteUser, makeLink } from './link-calls.ts'
import { exportAll, importAll } from './transfer-calls.ts'

/** Calls of the operator, authorized by the service key, about one pool. */
export const adminRoutes: AuthRoute[] = [
  authRoute('POST', '/admin/users', operator, none, create),
  authRoute('GET', '/admin/users', operator, none, list),
  // Must precede the route that would read `export` as an id.
  authRoute('GET', '/admin/users/export', operator, none, exportAll),
  authRoute('POST', '/admin/users/import', operator, none, importAll),
  authRoute('GET', '/admin/users/:id', operator, none, read),
  authRoute('PUT', '/admin/users/:id', operator, none, change),
  authRoute('DELETE', '/admin/users/:id', operator, none, remove),
  authRoute('POST', '/admin/users/:id/logout', operator, none, signOutUser),
  authRoute('POST', '/admin/signing-keys/rotate', operator, none, rotateKeys),
  authRoute('POST', '/invite', operator, none, inviteUser),
  authRoute('POST', '/admin/generate_link', operator, none, makeLink),
  authRoute('GET', '/admin/settings', operator, none, readSettings),
  authRoute('PATCH', '/admin/settings', operator, none, writeSettings),
]
