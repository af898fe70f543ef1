import { Avatar } from '#ui/avatar.tsx'
import { Check } from 'lucide-react'
import { chooseTenant, useCurrentTenant, useTenants } from '../tenants.ts'

/** The tenants to choose from; nothing where there is only one. */
export default function TenantList({ onChoose }: { onChoose: () => void }) {
  const { data = [] } = useTenants()
  const current = useCurrentTenant()
  if (data.length < 2) return null
  return data.map((tenant) => (
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
      {tenant.id === current?.id ? <Check size={16} strokeWidth={1.75} aria-hidden /> : null}
    </button>
  ))
}
