import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Auth } from '#services/auth/auth.ts'
import { openTenantUsers } from '#services/auth/tenant-users.ts'
import type { Pool } from '#services/auth/pool.ts'
import { testProvider } from '#services/auth/providers/check-provider.ts'
import type { ProviderInput } from '#services/auth/providers/provider-config.ts'
import { storedProviders } from '#services/auth/providers/provider-store.ts'
import {
  proposedProvider,
  removeProvider,
  saveProvider,
  switchProvider,
} from '#services/auth/providers/save-provider.ts'
import { authSettings, fieldsOf } from './auth-settings.ts'
import type { ProviderForm, TenantAuthSettings } from './endpoints.ts'
import { tenantAuthErrors } from './errors.ts'

/** Each test sends requests from this server to a URL that the builder chose. */
const TEST_LIMIT = { points: 20, seconds: 300 }

/**
 * Tests the provider with these settings and saves them if the test passes. Otherwise it stores nothing.
 * @throws {AppError} 402 social_login_needs_plan, 422 provider_test_failed with the reason, 400
 *   validation_failed, 404 tenant_not_found
 */
export async function saveTenantProvider(
  kernel: Kernel,
  claims: Claims,
  form: ProviderForm,
): Promise<TenantAuthSettings> {
  const { auth, pool } = await openTenantUsers(kernel, claims, form.tenant_id, 'settings')
  if (form.enabled) await requirePlan(kernel, claims, form.tenant_id)
  const input = await testedInput(auth, pool, form)
  await saveProvider(auth, pool, form.name, input)
  return authSettings(auth, pool)
}

/** Runs the same test without saving. */
export async function tryTenantProvider(
  kernel: Kernel,
  claims: Claims,
  form: ProviderForm,
): Promise<{ ok: true }> {
  const { auth, pool } = await openTenantUsers(kernel, claims, form.tenant_id, 'settings')
  await testedInput(auth, pool, form)
  return { ok: true }
}

/**
 * Enables or disables a saved provider.
 * @throws {AppError} 402 social_login_needs_plan, 404 provider_not_found, tenant_not_found
 */
export async function switchTenantProvider(
  kernel: Kernel,
  claims: Claims,
  request: { tenant_id: string; name: string; enabled: boolean },
): Promise<TenantAuthSettings> {
  const { auth, pool } = await openTenantUsers(kernel, claims, request.tenant_id, 'settings')
  if (request.enabled) await requirePlan(kernel, claims, request.tenant_id)
  if (!(await switchProvider(auth, pool, request.name, request.enabled)))
    throw tenantAuthErrors.provider_not_found()
  return authSettings(auth, pool)
}

/** @throws {AppError} 404 provider_not_found, tenant_not_found */
export async function removeTenantProvider(
  kernel: Kernel,
  claims: Claims,
  request: { tenant_id: string; name: string },
): Promise<TenantAuthSettings> {
  const { auth, pool } = await openTenantUsers(kernel, claims, request.tenant_id, 'settings')
  if (!(await removeProvider(auth, pool, request.name))) throw tenantAuthErrors.provider_not_found()
  return authSettings(auth, pool)
}

/**
 * Visitors see saved providers only while the owner's plan allows it (app.offers_providers). Enabling a
 * provider without that plan is refused, so that the creator learns about it.
 */
async function requirePlan({ database }: Kernel, claims: Claims, tenantId: string): Promise<void> {
  const { rows } = await database.once<{ allowed: boolean }>(claims, {
    text: "select app.has_plan(owner_user_id, 'pro') as allowed from public.tenants where id = $1",
    values: [tenantId],
  })
  if (!rows[0]?.allowed) throw tenantAuthErrors.social_login_needs_plan()
}

/**
 * Returns the form as the auth service's input after testing it. Settings that the form does not show stay.
 */
async function testedInput(auth: Auth, pool: Pool, form: ProviderForm): Promise<ProviderInput> {
  const row = (await storedProviders(auth, pool)).find(({ name }) => name === form.name)
  const fields = fieldsOf(form.name, row)
  if (!fields) throw tenantAuthErrors.provider_not_found()
  await auth.kernel.limits.take('tenants.provider-test', pool.id, TEST_LIMIT)
  const config = { ...row?.config }
  // The stored secret is sent only to the issuer for which it was entered.
  if (row?.client_secret_sealed && !form.client_secret && (form.issuer ?? config.issuer) !== config.issuer)
    throw tenantAuthErrors.secret_needed()
  for (const field of fields) if (form[field] !== undefined) config[field] = form[field]
  const input: ProviderInput = {
    enabled: form.enabled,
    client_id: form.client_id,
    config,
    ...(form.title === undefined ? {} : { title: form.title }),
    ...(form.client_secret === undefined ? {} : { client_secret: form.client_secret }),
  }
  const check = await testProvider(auth, await proposedProvider(auth, pool, form.name, input))
  if ('reason' in check) throw tenantAuthErrors.provider_test_failed({ text: `${check.reason}.` })
  return input
}
