import { uuid } from '#kernel/contract.ts'
import { authErrors } from '../errors.ts'
import type { SessionCall } from '../route-table.ts'
import { runAlone, runTogether } from '../statements.ts'
import { clientCard } from './client-card.ts'
import { consentsOf, dropCodes, dropConsent, endSessionsOfClient } from './consents.ts'

/** GET /user/oauth/grants: the applications that the member has authorized. */
export async function list({ auth, c, pool, claims }: SessionCall): Promise<Response> {
  const consents = await runAlone(auth.kernel.database, consentsOf(pool, claims.sub))
  return c.json(
    consents.map((consent) => ({
      client: clientCard(consent),
      scopes: consent.scopes,
      granted_at: new Date(consent.granted_at).toISOString(),
    })),
  )
}

/**
 * DELETE /user/oauth/grants?client_id=: the application loses access immediately and has to request consent
 * again.
 */
export async function revoke({ auth, c, pool, claims }: SessionCall): Promise<Response> {
  const id = c.req.query('client_id')
  if (!uuid.safeParse(id).success)
    throw authErrors.validation_failed({ text: 'client_id must be an application’s id' })
  const dropped = await runTogether(auth.kernel.database, 'oauth revoke', async (run) => {
    const found = await run(dropConsent(pool, claims.sub, id!))
    await run(dropCodes(pool, claims.sub, id!))
    await run(endSessionsOfClient(pool, claims.sub, id!))
    return found
  })
  if (!dropped.length) throw authErrors.oauth_consent_not_found()
  return c.body(null, 204)
}
