import { appOrMember, anyCaller, operator, signedIn } from '../guards.ts'
import { authRoute, noLimit } from '../route-table.ts'
import type { AuthRoute } from '../route-table.ts'
import { authorize } from './authorize-call.ts'
import * as clients from './client-calls.ts'
import * as consent from './consent-calls.ts'
import { discovery } from './discovery.ts'
import * as grants from './grant-calls.ts'
import { token } from './token-call.ts'
import { userinfo } from './userinfo-call.ts'

/**
 * Lets members sign in to a builder's own application with their account here (OAuth 2.1, OpenID Connect).
 */
export const oauthServerRoutes: AuthRoute[] = [
  authRoute('GET', '/.well-known/oauth-authorization-server', anyCaller, noLimit, discovery),
  authRoute('GET', '/.well-known/openid-configuration', anyCaller, noLimit, discovery),
  authRoute('GET', '/oauth/authorize', anyCaller, 'provider', authorize),
  authRoute('POST', '/oauth/token', anyCaller, 'token', token),
  authRoute('GET', '/oauth/userinfo', appOrMember, noLimit, userinfo),
  authRoute('POST', '/oauth/userinfo', appOrMember, noLimit, userinfo),

  authRoute('GET', '/oauth/authorizations/:id', signedIn, noLimit, consent.read),
  authRoute('DELETE', '/oauth/authorizations/:id', signedIn, noLimit, consent.release),
  authRoute('POST', '/oauth/authorizations/:id/consent', signedIn, noLimit, consent.decide),
  authRoute('GET', '/user/oauth/grants', signedIn, noLimit, grants.list),
  authRoute('DELETE', '/user/oauth/grants', signedIn, noLimit, grants.revoke),

  authRoute('GET', '/admin/oauth/clients', operator, noLimit, clients.list),
  authRoute('POST', '/admin/oauth/clients', operator, noLimit, clients.create),
  authRoute('GET', '/admin/oauth/clients/:id', operator, noLimit, clients.read),
  authRoute('PUT', '/admin/oauth/clients/:id', operator, noLimit, clients.change),
  authRoute('DELETE', '/admin/oauth/clients/:id', operator, noLimit, clients.remove),
  authRoute(
    'POST',
    '/admin/oauth/clients/:id/regenerate_secret',
    operator,
    noLimit,
    clients.regenerateSecret,
  ),
]
