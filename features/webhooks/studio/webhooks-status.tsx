import type { TenantRow } from '#studio/tenant/tenants.ts'
import { Status } from '#ui/base/badge.tsx'
import { useWebhooks } from './use-webhooks.ts'

/** How many endpoints receive events in the tenant's mode; nothing until that is known. */
export function WebhooksStatus({ tenant }: { tenant: TenantRow }) {
  const { data } = useWebhooks(tenant.id, tenant.stripe_mode)
  if (!data) return null
  const on = data.filter(({ enabled }) => enabled).length
  if (on === 0) return <Status tone="neutral">Not set up</Status>
  return <Status tone="ok">{on === 1 ? '1 endpoint' : `${on} endpoints`}</Status>
}
