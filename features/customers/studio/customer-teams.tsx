import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { db, rowsOf } from '#studio/data/data.ts'
import { Badge } from '#ui/base/badge.tsx'

interface Membership {
  role: string
  is_active: boolean
  teams: { id: string; name: string }
}

/** The teams that a customer is in, in the order in which they joined. */
export const useCustomerTeams = (tenantId: string, customerId: string) =>
  useQuery({
    queryKey: ['teams', tenantId, 'of', customerId],
    queryFn: async () => {
      const query = db
        .from('team_members')
        .select('role, is_active, teams(id, name)')
        .eq('tenant_id', tenantId)
        .eq('auth_user_id', customerId)
      return rowsOf<Membership[]>(await query.order('joined_at').overrideTypes<Membership[]>())
    },
  })

/** Each team leads to its panel. */
export function CustomerTeams({ tenantId, memberships }: { tenantId: string; memberships: Membership[] }) {
  return (
    <section aria-labelledby="customer-teams">
      <h3 id="customer-teams" className="mb-2 text-small font-label">
        Teams
      </h3>
      <ul className="divide-y divide-line border-y border-line">
        {memberships.map(({ role, is_active: isActive, teams: { id, name } }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
            <Link
              className="min-w-0 flex-1 font-label wrap-anywhere hover:underline"
              to={`/bolt/sign-in/roles?${new URLSearchParams({ tenant: tenantId, team: id })}`}
            >
              {name}
            </Link>
            {role === 'admin' ? <Badge tone="outline">Admin</Badge> : null}
            {isActive ? <Badge tone="outline">Active</Badge> : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
