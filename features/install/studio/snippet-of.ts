import type { SnippetTenant } from '#kernel/browser/snippet.ts'
import { tenantTheme } from '#studio/tenant-theme.ts'
import type { TenantRow } from '#studio/tenants.ts'

/** What code is made of; undefined for the moment in which the key is made. */
export const snippetOf = (tenant: TenantRow): SnippetTenant | undefined =>
  tenant.public_key
    ? { public_key: tenant.public_key, theme: tenantTheme(tenant), mode: tenant.stripe_mode }
    : undefined
