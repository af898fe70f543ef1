import type { TenantRow } from '#studio/tenant/tenants.ts'
import { Status } from '#ui/base/badge.tsx'
import { useProvider } from './use-provider.ts'

/** Whether a model answers for a tenant, on the overview of the Connect Suite. */
export function ChatbotStatus({ tenant }: { tenant: TenantRow }) {
  const { data } = useProvider(tenant.id)
  if (!data) return null
  if (data.from === 'none') return <Status tone="neutral">Not set up</Status>
  if (data.from === 'operator') return <Status tone="ok">This server’s model</Status>
  return data.checked_at ? <Status tone="ok">Connected</Status> : <Status tone="warn">Not tested</Status>
}
