import { useQuery } from '@tanstack/react-query'
import { type CustomerPurchase, readCustomer } from '#features/customers/endpoints.ts'
import { orderStateWord, subscriptionWord } from '#kernel/browser/order-states.ts'
import { Badge } from '#ui/base/badge.tsx'
import { call } from '../data/api.ts'
import type { TenantRow } from '../tenant/tenants.ts'
import { useMemberRoles } from './use-roles.ts'

/** More purchases are counted. */
const MOST_SHOWN = 6

export interface MemberHasProps {
  tenant: Pick<TenantRow, 'id' | 'stripe_mode'>
  memberId: string
}

/** The roles and purchases of a member, with what became of each: why they see what they see. */
export function MemberHas({ tenant, memberId }: MemberHasProps) {
  const { data: roles } = useMemberRoles(tenant.id, memberId)
  const { data: member } = useQuery({
    queryKey: ['customers', tenant.id, 'purchases', memberId, tenant.stripe_mode],
    queryFn: () =>
      call(readCustomer, { tenantId: tenant.id, customerId: memberId, mode: tenant.stripe_mode }),
  })
  if (!roles || !member) return <p className="mb-3 min-h-6" />
  const orders = latestOfEach(member.orders)
  if (roles.length + orders.length === 0)
    return <p className="mb-3 min-h-6 text-text-2">No roles and no purchases.</p>
  const more = orders.length - MOST_SHOWN
  return (
    <ul aria-label="Roles and purchases" className="mb-3 flex min-h-6 flex-wrap items-center gap-x-4 gap-y-1">
      {roles.map((role) => (
        <li key={`role ${role}`} className="inline-flex items-center gap-1.5 wrap-anywhere">
          {role} <Badge>Role</Badge>
        </li>
      ))}
      {orders.slice(0, MOST_SHOWN).map((order) => {
        const { label, tone } = subscriptionWord(order) ?? orderStateWord(order)
        return (
          <li key={order.id} className="inline-flex items-center gap-1.5 wrap-anywhere">
            {order.name} <Badge tone={tone}>{label}</Badge>
          </li>
        )
      })}
      {more > 0 ? <li className="text-text-2">and {more} more</li> : null}
    </ul>
  )
}

/** Repeated purchases of a product that are in the same state are one. The orders are the newest first. */
function latestOfEach(orders: readonly CustomerPurchase[]): CustomerPurchase[] {
  const found = new Map<string, CustomerPurchase>()
  for (const order of orders) {
    const key = `${order.name} ${(subscriptionWord(order) ?? orderStateWord(order)).label}`
    if (!found.has(key)) found.set(key, order)
  }
  return [...found.values()]
}
