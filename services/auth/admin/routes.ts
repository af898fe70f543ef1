import { operator } from '../guards.ts'
import { authRoute, noLimit } from '../route-table.ts'
import type { AuthRoute } from '../route-table.ts'
import { readSettings, writeSettings } from '../settings/settings-call.ts'
import { rotateKeys } from '../sessions/rotate-keys-call.ts'
import { change, create, list, read, remove, signOutUser } from './admin-calls.ts'
import { inviteUser, makeLink } from './link-calls.ts'
import { exportAll, importAll } from './transfer-calls.ts'

/** Calls of the operator, authorized by the service key, about one pool. */
export const adminRoutes: AuthRoute[] = [
  authRoute('POST', '/admin/users', operator, noLimit, create),
  authRoute('GET', '/admin/users', operator, noLimit, list),
  // Must precede the route that would read `export` as an id.
  authRoute('GET', '/admin/users/export', operator, noLimit, exportAll),
  authRoute('POST', '/admin/users/import', operator, noLimit, importAll),
  authRoute('GET', '/admin/users/:id', operator, noLimit, read),
  authRoute('PUT', '/admin/users/:id', operator, noLimit, change),
  authRoute('DELETE', '/admin/users/:id', operator, noLimit, remove),
  authRoute('POST', '/admin/users/:id/logout', operator, noLimit, signOutUser),
  authRoute('POST', '/admin/signing-keys/rotate', operator, noLimit, rotateKeys),
  authRoute('POST', '/invite', operator, noLimit, inviteUser),
  authRoute('POST', '/admin/generate_link', operator, noLimit, makeLink),
  authRoute('GET', '/admin/settings', operator, noLimit, readSettings),
  authRoute('PATCH', '/admin/settings', operator, noLimit, writeSettings),
]
