import { Plus, X } from 'lucide-react'
import { Link } from 'react-router'
import { useChangeRoleMembers, useMemberRoles, useRoles } from '#studio/audience/use-roles.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu, MenuItem } from '#ui/overlays/menu.tsx'

/** The roles of one customer, to give and take. */
export function CustomerRoles({ tenantId, customerId }: { tenantId: string; customerId: string }) {
  const { data: roles } = useRoles(tenantId)
  const { data: held = [] } = useMemberRoles(tenantId, customerId)
  const change = useChangeRoleMembers(tenantId)
  const free = roles?.filter(({ name }) => !held.includes(name)) ?? []
  return (
    <section aria-labelledby="customer-roles">
      <h3 id="customer-roles" className="mb-2 text-small font-label">
        Roles
      </h3>
      <div className="flex min-h-8 flex-wrap items-center gap-2">
        {held.map((role) => (
          <span
            key={role}
            className="inline-flex max-w-full items-center rounded-control border border-line ps-2.5"
          >
            <span className="truncate">{role}</span>
            <IconButton
              label={`Take ${role}`}
              disabled={change.isPending}
              icon={<X size={14} strokeWidth={1.75} aria-hidden />}
              onClick={() => change.mutate({ role, take: [customerId] })}
            />
          </span>
        ))}
        {free.length > 0 ? (
          <Menu
            align="start"
            trigger={
              <Button
                size="small"
                busy={change.isPending}
                icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
              >
                Give role
              </Button>
            }
          >
            {free.map(({ name }) => (
              <MenuItem key={name} onSelect={() => change.mutate({ role: name, give: [customerId] })}>
                {name}
              </MenuItem>
            ))}
          </Menu>
        ) : roles?.length === 0 ? (
          <span className="text-text-2">
            None. Create roles under{' '}
            <Link className="link" to={`/bolt/sign-in/roles?tenant=${tenantId}`}>
              Roles and teams
            </Link>
            .
          </span>
        ) : null}
      </div>
    </section>
  )
}
