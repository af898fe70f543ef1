import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Auth } from '#services/auth/auth.ts'
import { openTenantUsers } from '#services/auth/tenant-users.ts'
import type { Pool } from '#services/auth/pool.ts'
import { callbackAddress } from '#services/auth/providers/callback-address.ts'
import { presetOf, presets } from '#services/auth/providers/presets.ts'
import { providersOf, storedProviders } from '#services/auth/providers/provider-store.ts'
import type { StoredProvider } from '#services/auth/providers/provider-store.ts'
import { changeSettings, savedSettings } from '#services/auth/settings/pool-settings.ts'
import { SWITCHES } from './contract.ts'
import type { ProviderField, TenantAuthSettings, TenantAuthSwitches, TenantProvider } from './endpoints.ts'

/**
 * Reads how the tenant's users sign in: the switches, the saved providers, and the ones that can be added.
 */
export async function readTenantAuth(
  kernel: Kernel,
  claims: Claims,
  tenantId: string,
): Promise<TenantAuthSettings> {
  const { auth, pool } = await openTenantUsers(kernel, claims, tenantId, 'settings')
  return authSettings(auth, pool)
}

/** Changes the given switches of the tenant's pool. */
export async function changeTenantAuth(
  kernel: Kernel,
  claims: Claims,
  input: { tenant_id: string; settings: Partial<TenantAuthSwitches> },
): Promise<TenantAuthSettings> {
  const { auth, pool } = await openTenantUsers(kernel, claims, input.tenant_id, 'settings')
  await changeSettings(auth, pool, input.settings)
  return authSettings(auth, pool)
}

/** The response of every call about a tenant's auth. */
export async function authSettings(auth: Auth, pool: Pool): Promise<TenantAuthSettings> {
  const all = await savedSettings(auth, pool)
  const settings = Object.fromEntries(SWITCHES.map((name) => [name, all[name]])) as never
  const stored = new Map((await storedProviders(auth, pool)).map((row) => [row.name, row]))
  const callback = callbackAddress(auth.kernel.config.publicUrl)
  const names = new Set([...stored.keys(), ...Object.keys(presets)])
  const offered = (await providersOf(auth, pool)).filter(({ name, enabled }) => enabled && !stored.has(name))
  return {
    settings,
    providers: [...names].map((name) => toTenantProvider(name, stored.get(name), callback)),
    also_offered: offered.map(({ title }) => title),
  }
}

/** The provider's fields besides client id and secret; undefined if no provider can have this name. */
export function fieldsOf(name: string, row: StoredProvider | undefined): ProviderField[] | undefined {
  const preset = presetOf(name, row?.config.protocol)
  if (!preset) return undefined
  return [
    ...(preset.protocol === 'oidc' && !preset.issuer ? (['issuer'] as const) : []),
    ...(preset.signedSecret ? (['team_id', 'key_id'] as const) : []),
  ]
}

function toTenantProvider(name: string, row: StoredProvider | undefined, callback: string): TenantProvider {
  const { issuer = '', team_id = '', key_id = '' } = row?.config ?? {}
  return {
    name,
    title: row?.title || presetOf(name)?.title || name,
    saved: row !== undefined,
    enabled: row?.enabled ?? false,
    client_id: row?.client_id ?? '',
    secret_set: Boolean(row?.client_secret_sealed),
    callback_url: callback,
    fields: fieldsOf(name, row) ?? [],
    issuer,
    team_id,
    key_id,
  }
}
