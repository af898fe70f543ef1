import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Auth } from '#services/auth/auth.ts'
import { clientInput } from '#services/auth/oauth-server/client-input.ts'
import { createClient, listClients, removeClient, renewSecret } from '#services/auth/oauth-server/clients.ts'
import type { ClientRow } from '#services/auth/oauth-server/clients.ts'
import { openTenantUsers } from '#services/auth/tenant-users.ts'
import type { Pool } from '#services/auth/pool.ts'
import type { AppWithSecret, TenantApp, TenantApps } from './endpoints.ts'
import { tenantAuthErrors } from './errors.ts'

/** Far more than a site needs. Concurrent requests may exceed it slightly, which does no harm. */
const MAX_APPS = 100
const NEW_APPS = { points: 60, seconds: 3600 }

/**
 * Lists the builder's own applications that the tenant's users sign in to.
 * @throws {AppError} 404 tenant_not_found
 */
export async function listTenantApps(kernel: Kernel, claims: Claims, tenantId: string): Promise<TenantApps> {
  const { auth, pool } = await openTenantUsers(kernel, claims, tenantId, 'settings')
  return appsOf(auth, pool)
}

/** @throws {AppError} 400 app_invalid with the name of the field, 409 too_many_apps, 404 tenant_not_found */
export async function createTenantApp(
  kernel: Kernel,
  claims: Claims,
  request: {
    tenant_id: string
    name: string
    site?: string | undefined
    redirect_uris: string[]
    public: boolean
  },
): Promise<AppWithSecret> {
  const { auth, pool } = await openTenantUsers(kernel, claims, request.tenant_id, 'settings')
  const input = clientInput.safeParse({
    client_name: request.name,
    client_uri: request.site,
    redirect_uris: request.redirect_uris,
    token_endpoint_auth_method: request.public ? 'none' : 'client_secret_basic',
  })
  if (!input.success) {
    const [fault] = input.error.issues
    const field = fault?.path[0] === 'redirect_uris' ? 'Redirect addresses' : String(fault?.path[0])
    throw tenantAuthErrors.app_invalid({ text: `${field}: ${fault?.message}` })
  }
  await kernel.limits.take('tenants.apps', pool.id, NEW_APPS)
  if ((await listClients(auth, pool, 1, 1)).total >= MAX_APPS) throw tenantAuthErrors.too_many_apps()
  return withSecret(await createClient(auth, pool, input.data))
}

/** @throws {AppError} 404 oauth_client_not_found, tenant_not_found */
export async function removeTenantApp(
  kernel: Kernel,
  claims: Claims,
  request: { tenant_id: string; client_id: string },
): Promise<TenantApps> {
  const { auth, pool } = await openTenantUsers(kernel, claims, request.tenant_id, 'settings')
  await removeClient(auth, pool, request.client_id)
  return appsOf(auth, pool)
}

/** @throws {AppError} 404 oauth_client_not_found, tenant_not_found; 400 validation_failed for a public app */
export async function renewTenantAppSecret(
  kernel: Kernel,
  claims: Claims,
  request: { tenant_id: string; client_id: string },
): Promise<AppWithSecret> {
  const { auth, pool } = await openTenantUsers(kernel, claims, request.tenant_id, 'settings')
  return withSecret(await renewSecret(auth, pool, request.client_id))
}

async function appsOf(auth: Auth, pool: Pool): Promise<TenantApps> {
  const { clients } = await listClients(auth, pool, 1, MAX_APPS)
  return {
    apps: clients.map(toTenantApp),
    discovery_url: `${auth.kernel.config.publicUrl}/auth/v1/.well-known/openid-configuration`,
  }
}

const withSecret = ({ client, secret }: { client: ClientRow; secret?: string }): AppWithSecret => ({
  app: toTenantApp(client),
  ...(secret ? { client_secret: secret } : {}),
})

const toTenantApp = (client: ClientRow): TenantApp => ({
  client_id: client.id,
  name: client.client_name,
  site: client.client_uri ?? '',
  redirect_uris: client.redirect_uris,
  public: client.token_endpoint_auth_method === 'none',
  created_at: client.created_at.toISOString(),
})
