import { sql } from 'kysely'
import type { PaymentMode } from '#kernel/config.ts'
import type { Db } from '#kernel/db/database.ts'
import { newToken, tokenHash } from '#kernel/secrets/one-time-token.ts'

/** The user who was redirected to the provider, with tenant and mode. */
export interface ConnectState {
  tenantId: string
  mode: PaymentMode
  userId: string
}

/**
 * Stores the hash of a new state and deletes the tenant's old ones.
 * @param browser secret of the requesting browser, for OAuth: only that browser may use the state
 * @returns the state itself, for the return URLs
 */
export async function newState(
  db: Db,
  { tenantId, mode, userId }: ConnectState,
  browser?: string,
): Promise<string> {
  const state = newToken()
  await db
    .deleteFrom('app.connect_states')
    .where('tenant_id', '=', tenantId)
    .where('expires_at', '<', sql<Date>`now()`)
    .execute()
  await db
    .insertInto('app.connect_states')
    .values({
      tenant_id: tenantId,
      state_hash: tokenHash(state),
      mode,
      user_id: userId,
      ...(browser === undefined
        ? {}
        : {
            purpose: 'oauth',
            browser_hash: tokenHash(browser),
            expires_at: sql<Date>`now() + interval '10 minutes'`,
          }),
    })
    .execute()
  return state
}

/**
 * Consumes a state in one statement: once, before it expires, from the browser that received it (OAuth), and
 * only while its user still owns the tenant.
 * @returns undefined for a forged, used or expired state, or one of another browser
 */
export async function takeState(db: Db, state: string, browser?: string): Promise<ConnectState | undefined> {
  const taken = await db
    .updateTable('app.connect_states')
    .set({ used_at: sql<Date>`now()` })
    .where('state_hash', '=', tokenHash(state))
    .where('purpose', '=', browser === undefined ? 'onboarding' : 'oauth')
    .$if(browser !== undefined, (query) => query.where('browser_hash', '=', tokenHash(browser!)))
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .where(sql<boolean>`app.user_may(user_id, tenant_id, 'own')`)
    .returning(['tenant_id', 'mode', 'user_id'])
    .executeTakeFirst()
  return taken && { tenantId: taken.tenant_id, mode: taken.mode as PaymentMode, userId: taken.user_id }
}
