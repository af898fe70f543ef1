import type { SnippetTenant } from '#kernel/browser/snippet.ts'
import { tenantTheme } from './tenant-theme.ts'
import type { TenantRow } from './tenants.ts'

/** What tags of a tenant are made of; undefined for the moment in which its key is made. */
export const tenantSnippet = (tenant: TenantRow): SnippetTenant | undefined =>
  tenant.public_key
    ? {
        public_key: tenant.public_key,
        theme: tenantTheme(tenant),
        mode: tenant.stripe_mode,
        auth_provider: tenant.auth_provider,
      }
    : undefined
