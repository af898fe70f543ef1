import type { Pool } from '../pool.ts'
import { build, now } from '../statements.ts'

/** The scopes that the member granted this application; no row before the first consent. */
export const consentTo = (pool: Pool, userId: string, clientId: string) =>
  build
    .selectFrom('auth.oauth_consents')
    .select('scopes')
    .where('pool_id', '=', pool.id)
    .where('user_id', '=', userId)
    .where('client_id', '=', clientId)

/** Replaces the scopes that the user granted this application before. */
export const storeConsent = (pool: Pool, userId: string, clientId: string, scopes: string[]) =>
  build
    .insertInto('auth.oauth_consents')
    .values({ pool_id: pool.id, user_id: userId, client_id: clientId, scopes })
    .onConflict((conflict) =>
      conflict.columns(['pool_id', 'user_id', 'client_id']).doUpdateSet({ scopes, granted_at: now }),
    )

/** The member's applications, most recent consent first. */
export const consentsOf = (pool: Pool, userId: string) =>
  build
    .selectFrom('auth.oauth_consents as a')
    .innerJoin('auth.oauth_clients as c', (join) =>
      join.onRef('c.pool_id', '=', 'a.pool_id').onRef('c.id', '=', 'a.client_id'),
    )
    .select(['c.id', 'c.client_name', 'c.client_uri', 'c.logo_uri', 'a.scopes', 'a.granted_at'])
    .where('a.pool_id', '=', pool.id)
    .where('a.user_id', '=', userId)
    .orderBy('a.granted_at', 'desc')

/** No row if there was no consent. Sessions of the application remain until `endSessionsOfClient`. */
export const dropConsent = (pool: Pool, userId: string, clientId: string) =>
  build
    .deleteFrom('auth.oauth_consents')
    .where('pool_id', '=', pool.id)
    .where('user_id', '=', userId)
    .where('client_id', '=', clientId)
    .returning('client_id')

/** Ends the sessions that the application has for this member. */
export const endSessionsOfClient = (pool: Pool, userId: string, clientId: string) =>
  build
    .deleteFrom('auth.sessions')
    .where('pool_id', '=', pool.id)
    .where('user_id', '=', userId)
    .where('oauth_client_id', '=', clientId)

/** Deletes codes that were issued and not used yet. */
export const dropCodes = (pool: Pool, userId: string, clientId: string) =>
  build
    .deleteFrom('auth.oauth_authorizations')
    .where('pool_id', '=', pool.id)
    .where('user_id', '=', userId)
    .where('client_id', '=', clientId)
