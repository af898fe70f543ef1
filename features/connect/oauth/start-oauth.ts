import type { PaymentMode } from '#kernel/config.ts'
import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { newToken } from '#kernel/secrets/one-time-token.ts'
import { accountWith } from '../account-row.ts'
import { clientIdFault, connectErrors } from '../errors.ts'
import { CONNECT_LIMIT } from '../limits.ts'
import { requireMode } from '../live-rights.ts'
import { newState } from '../states.ts'
import { markHeader } from './browser-mark.ts'

/** The OAuth return URL. The operator registers it with the provider. */
export const oauthReturn = (publicUrl: string): string => `${publicUrl}/connect/oauth/return`

/**
 * Address where the creator authorizes access to an existing account, and the cookie that binds the flow to
 * their browser.
 * @param mode the tenant's current one unless named
 * @throws {AppError} tenant_not_found, live_needs_plan, test_not_set_up, live_not_set_up, client_id_missing,
 *   already_connected, too_many_requests
 */
export async function startOAuth(
  kernel: Kernel,
  claims: Claims,
  wish: { tenant_id: string; mode?: PaymentMode | undefined },
): Promise<{ url: string; cookie: string }> {
  const found = await kernel.database.withClaims(claims, (db) =>
    accountWith(db, 'own', wish.tenant_id, wish.mode),
  )
  const { tenant, mode, account: row } = found
  await requireMode(kernel, claims, { owner: tenant.owner_user_id, mode })
  const fault = clientIdFault(mode, kernel.payments.connectClientId(mode))
  if (fault) throw fault
  if (row?.account_id && row.details_submitted) throw connectErrors.already_connected()
  await kernel.limits.take('connect.start', claims.sub!, CONNECT_LIMIT)
  const browser = newToken()
  const state = await kernel.database.asService('closed: store a connect state', (db) =>
    newState(db, { tenantId: tenant.id, mode, userId: claims.sub! }, browser),
  )
  const url = kernel.payments.authorizeUrl(mode, {
    response_type: 'code',
    scope: 'read_write',
    redirect_uri: oauthReturn(kernel.config.publicUrl),
    state,
    'stripe_user[business_name]': tenant.name,
    ...(claims.email ? { 'stripe_user[email]': claims.email } : {}),
  })
  return { url, cookie: markHeader(state, browser) }
}
