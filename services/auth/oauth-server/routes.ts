import { appOrMember, anybody, operator, signedIn } from '../guards.ts'
import { authRoute, none } from '../route-table.ts'
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
  authRoute('GET', '/.well-known/oauth-authorization-server', anybody, none, discovery),
  authRoute('GET', '/.well-known/openid-configuration', anybody, none, discovery),
  authRoute('GET', '/oauth/authorize', anybody, 'provider', authorize),
  authRoute('POST', '/oauth/token', anybody, 'token', token),
  authRoute('GET', '/oauth/userinfo', appOrMember, none, userinfo),
  authRoute('POST', '/oauth/userinfo', appOrMember, none, userinfo),

  authRoute('GET', '/oauth/authorizations/:id', signedIn, none, consent.read),
  authRoute('DELETE', '/oauth/authorizations/:id', signedIn, none, consent.release),
  authRoute('POST', '/oauth/authorizations/:id/consent', signedIn, none, consent.decide),
  authRoute('GET', '/user/oauth/grants', signedIn, none, grants.list),
  authRoute('DELETE', '/user/oauth/grants', signedIn, none, grants.revoke),

  authRoute('GET', '/admin/oauth/clients', operator, none, clients.list),
  authRoute('POST', '/admin/oauth/clients', operator, none, clients.create),
  authRoute('GET', '/admin/oauth/clients/:id', operator, none, clients.read),
  authRoute('PUT', '/admin/oauth/clients/:id', operator, none, clients.change),
  authRoute('DELETE', '/admin/oauth/clients/:id', operator, none, clients.remove),
  authRoute('POST', '/admin/oauth/clients/:id/regenerate_secret', operator, none, clients.regenerateSecret),
]
