import { sql } from 'kysely'
import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { tenantErrors, tenantWith } from '#kernel/tenant-with.ts'
import { checkApplication } from '#services/auth/auth0/check-application.ts'
import { auth0Domain } from '#services/auth/auth0/domain.ts'
import type { Auth0Check, Auth0Form } from '../endpoints-auth0.ts'
import { auth0Errors } from '../errors.ts'
import { addressesOf } from './addresses.ts'

/** Each test sends a few requests from this server to a domain that the builder chose. */
const TEST_LIMIT = { points: 20, seconds: 300 }

/**
 * Tests whether users could sign in with this Auth0 application. Stores nothing.
 * @throws {AppError} 400 auth0_fields_required, auth0_domain_invalid, 404 tenant_not_found, 422 auth0_unreachable,
 *   auth0_secret_wrong, 429
 */
export async function tryAuth0(kernel: Kernel, claims: Claims, form: Auth0Form): Promise<Auth0Check> {
  const tenant = await kernel.database.withClaims(claims, (db) => tenantWith(db, form.tenant_id, 'settings'))
  if (!form.domain || !form.client_id || !form.client_secret) throw auth0Errors.auth0_fields_required()
  const domain = auth0Domain(form.domain)
  if (!domain) throw auth0Errors.auth0_domain_invalid()
  await kernel.limits.take('tenants.auth0-test', tenant.id, TEST_LIMIT)
  const [callback = ''] = addressesOf(kernel.config, tenant).callback
  const found = await checkApplication(kernel, {
    domain,
    clientId: form.client_id,
    clientSecret: form.client_secret,
    callback,
  })
  if (found.result === 'unreachable') throw auth0Errors.auth0_unreachable({ cause: found.cause })
  if (found.result === 'wrong_secret') throw auth0Errors.auth0_secret_wrong()
  const { secret, callback: callbackState } = found
  return {
    success: true,
    secret,
    callback: callbackState,
    warnings:
      callbackState === 'not_registered'
        ? [`Auth0 does not know this client ID, or ${callback} is missing from its Allowed Callback URLs`]
        : [],
  }
}

/**
 * Tests the application and makes it the tenant's sign-in. The secret is sealed and never returned.
 * @throws {AppError} the errors of `tryAuth0`
 */
export async function connectToAuth0(kernel: Kernel, claims: Claims, form: Auth0Form): Promise<Auth0Check> {
  const check = await tryAuth0(kernel, claims, form)
  const sealed = kernel.sealer.seal(form.client_secret, `tenants.auth0_client_secret:${form.tenant_id}`)
  const changed = await kernel.database.asService('closed: auth of a tenant becomes Auth0', (db) =>
    db
      .updateTable('tenants')
      .set({
        auth_provider: 'auth0',
        auth_status: 'connected',
        auth0_domain: auth0Domain(form.domain)!,
        auth0_client_id: form.client_id,
        auth0_client_secret: sealed,
      })
      .where('id', '=', form.tenant_id)
      // The tenant may have been deleted during the test, or the caller removed from its staff.
      .where(sql<boolean>`app.user_may(${claims.sub!}, id, 'settings')`)
      .returning('id')
      .executeTakeFirst(),
  )
  if (!changed) throw tenantErrors.tenant_not_found()
  return check
}
