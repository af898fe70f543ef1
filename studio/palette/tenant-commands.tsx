import { CodeXml, CreditCard, Palette, Settings, Tag, Users } from 'lucide-react'
import { Avatar } from '#ui/avatar.tsx'
import type { Command } from '#ui/overlays/command-menu.tsx'
import { type TenantRow, mayWith } from '../tenant/tenants.ts'

const ACTS = [
  ['Tenant Settings', 'settings', '/studio?dialog=settings&', Settings],
  ['Products', 'content', '/studio?dialog=settings&tab=products&', Tag],
  ['Payments', 'settings', '/studio?dialog=settings&tab=payments&', CreditCard],
  ['Embed Code', 'see', '/studio?dialog=embed&', CodeXml],
  ['Theme', 'content', '/studio?dialog=theme&', Palette],
  ['Customers', 'people', '/studio/customers?', Users],
] as const

/** Commands that switch the Studio to a tenant. */
export function chooseCommands(tenants: readonly TenantRow[], choose: (id: string) => void): Command[] {
  return tenants.map(({ id, name }) => ({
    id: `tenant ${id}`,
    label: name,
    note: 'Tenant',
    icon: <Avatar name={name} size="small" plain />,
    run: () => choose(id),
  }))
}

/** Commands that open a tenant's settings pages, those that the user's role includes. */
export function tenantCommands(tenants: readonly TenantRow[], go: (path: string) => void): Command[] {
  return tenants.flatMap((tenant) =>
    ACTS.filter(([, right]) => mayWith(tenant, right)).map(([label, , path, Icon]) => ({
      id: `${label} ${tenant.id}`,
      label,
      note: tenant.name,
      icon: <Icon size={16} strokeWidth={1.75} aria-hidden />,
      run: () => go(`${path}tenant=${tenant.id}`),
    })),
  )
}
