import { Avatar } from '#ui/avatar.tsx'
import type { ReactNode } from 'react'
import { Check } from 'lucide-react'
import { ROLE_NAMES, chooseTenant, useCurrentTenant, useTenants } from '../tenant/tenants.ts'

interface TenantListProps {
  onChoose: () => void
  /**
   * Content after the list. It appears together with the list, so that it does not move when the tenants
   * load.
   */
  children?: ReactNode
}

/** A list of the user's tenants to choose from. Empty if there is only one. */
export default function TenantList({ onChoose, children }: TenantListProps) {
  const { data = [], isPending } = useTenants()
  const current = useCurrentTenant()
  if (isPending) return null
  const tenants = data.length < 2 ? [] : data
  return (
    <>
      {tenants.map((tenant) => (
        <button
          key={tenant.id}
          type="button"
          className="bb-item"
          aria-current={tenant.id === current?.id ? 'true' : undefined}
          onClick={() => {
            chooseTenant(tenant.id)
            onChoose()
          }}
        >
          <Avatar name={tenant.name} size="small" plain />
          <span className="min-w-0 flex-1 truncate">{tenant.name}</span>
          {tenant.role === 'owner' ? null : (
            <span className="text-small text-text-3">{ROLE_NAMES[tenant.role]}</span>
          )}
          {tenant.id === current?.id ? <Check size={16} strokeWidth={1.75} aria-hidden /> : null}
        </button>
      ))}
      {children}
    </>
  )
}
