import { useNavigate } from 'react-router'
import { OrdersSection } from '#features/orders/studio/orders-section.tsx'
import type { TenantRow } from '#studio/tenant/tenants.ts'

/** All orders of the tenant's current mode. */
export default function OrdersTab({ tenant }: { tenant: TenantRow }) {
  const navigate = useNavigate()
  return <OrdersSection tenant={tenant} onEmbed={() => void navigate('/bolt/payments/embed')} />
}
