import { useNavigate } from 'react-router'
import { OrdersSection } from '#features/orders/studio/orders-section.tsx'
import type { TenantRow } from '#studio/tenant/tenants.ts'

/** The subscriptions of the tenant's current mode. */
export default function SubscriptionsTab({ tenant }: { tenant: TenantRow }) {
  const navigate = useNavigate()
  return (
    <OrdersSection tenant={tenant} only="recurring" onEmbed={() => void navigate('/bolt/payments/embed')} />
  )
}
