import type { SnippetTenant } from '#kernel/browser/snippet.ts'
import type { TenantRow } from './tenants.ts'

/** Returns the data for a tenant's embed snippet; undefined while its public key is being created. */
export const tenantSnippet = (tenant: TenantRow): SnippetTenant | undefined =>
  tenant.public_key
    ? {
        public_key: tenant.public_key,
        mode: tenant.stripe_mode,
        auth_provider: tenant.auth_provider,
      }
    : undefined
