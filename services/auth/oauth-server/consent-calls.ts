import * as z from 'zod/mini'
import { uuid } from '#kernel/contract.ts'
import { userById } from '../accounts/users.ts'
import { readBody } from '../contract.ts'
import { authErrors } from '../errors.ts'
import { atLeastAal2WhenMfa } from '../mfa/step-up.ts'
import type { SessionCall } from '../route-table.ts'
import { runAlone, runTogether } from '../statements.ts'
import { approveRequest, claimRequest, denyRequest, releaseRequest } from './authorizations.ts'
import type { AuthorizationRow } from './authorizations.ts'
import { issuerOf } from './authorize-call.ts'
import { readClient } from './clients.ts'
import { clientCard } from './client-card.ts'
import { consentTo, storeConsent } from './consents.ts'
import { withParameters } from './redirect-uri.ts'

/**
 * GET /oauth/authorizations/:id: returns what the member has to decide or, if they consented to the same
 * scopes before, the redirect to the application.
 */
export async function read(call: SessionCall): Promise<Response> {
  const { auth, c, pool, claims } = call
  await atLeastAal2WhenMfa(call)
  const request = await requestOf(call)
  const [consent] = await runAlone(auth.kernel.database, consentTo(pool, claims.sub, request.client_id))
  if (consent && request.scope.split(' ').every((scope) => consent.scopes.includes(scope)))
    return c.json({ redirect_url: await approve(call, request) })
  const client = await readClient(auth, pool, request.client_id)
  const [user] = await runAlone(auth.kernel.database, userById(pool, claims.sub), 'user_by_id')
  return c.json({
    authorization_id: request.id,
    redirect_uri: request.redirect_uri,
    client: clientCard(client),
    user: { id: claims.sub, email: user?.email ?? '' },
    scope: request.scope,
  })
}

const decision = z.object({ action: z.enum(['approve', 'deny']) })

/** POST /oauth/authorizations/:id/consent: returns where to redirect the browser. */
export async function decide(call: SessionCall): Promise<Response> {
  const { auth, c, pool, claims } = call
  await atLeastAal2WhenMfa(call)
  const { action } = await readBody(c, decision)
  const request = await requestOf(call)
  if (action === 'approve') return c.json({ redirect_url: await approve(call, request) })
  const denied = await denyRequest(auth, pool, request.id, claims.sub)
  if (!denied) throw authErrors.oauth_authorization_not_found()
  const refusal = { error: 'access_denied', error_description: 'The user denied the request' }
  return c.json({
    redirect_url: withParameters(denied.redirect_uri, {
      ...refusal,
      state: denied.state,
      iss: issuerOf(auth),
    }),
  })
}

/**
 * DELETE /oauth/authorizations/:id: releases the request, because the member wants to sign out and let
 * another user of the same page decide.
 */
export async function release({ auth, c, pool, claims }: SessionCall): Promise<Response> {
  const id = c.req.param('id')
  const [released] = uuid.safeParse(id).success
    ? await runAlone(auth.kernel.database, releaseRequest(pool, id!.toLowerCase(), claims.sub))
    : []
  if (!released) throw authErrors.oauth_authorization_not_found()
  return c.body(null, 204)
}

async function requestOf({ auth, c, pool, claims }: SessionCall): Promise<AuthorizationRow> {
  const id = c.req.param('id')
  const request = uuid.safeParse(id).success
    ? await claimRequest(auth, pool, id!.toLowerCase(), claims.sub)
    : undefined
  if (!request) throw authErrors.oauth_authorization_not_found()
  return request
}

/** Stores the consent and creates the code in one transaction. */
async function approve({ auth, pool, claims }: SessionCall, request: AuthorizationRow): Promise<string> {
  const approved = await runTogether(auth.kernel.database, 'oauth consent', async (run) => {
    const given = await approveRequest(run, pool, request.id, claims.sub)
    if (given) await run(storeConsent(pool, claims.sub, given.client_id, given.scope.split(' ')))
    return given
  })
  if (!approved) throw authErrors.oauth_authorization_not_found()
  return withParameters(approved.redirect_uri, {
    code: approved.code,
    state: approved.state,
    // RFC 9207: lets an application that uses several servers know which one issued the code.
    iss: issuerOf(auth),
  })
}
