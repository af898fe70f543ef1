import { CodeXml, CreditCard, Palette, Settings, Tag, Users } from 'lucide-react'
import { Avatar } from '#ui/avatar.tsx'
import type { Command } from '#ui/overlays/command-menu.tsx'
import type { TenantRow } from '../tenant/tenants.ts'

const ACTS = [
  ['Tenant Settings', 'dialog=settings', Settings],
  ['Products', 'dialog=settings&tab=products', Tag],
  ['Payments', 'dialog=settings&tab=payments', CreditCard],
  ['Embed Code', 'dialog=embed', CodeXml],
  ['Theme', 'dialog=theme', Palette],
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

/** Commands that open a tenant's settings pages. */
export function tenantCommands(tenants: readonly TenantRow[], go: (path: string) => void): Command[] {
  return tenants.flatMap(({ id, name }) => [
    ...ACTS.map(([label, query, Icon]) => ({
      id: `${label} ${id}`,
      label,
      note: name,
      icon: <Icon size={16} strokeWidth={1.75} aria-hidden />,
      run: () => go(`/studio?${query}&tenant=${id}`),
    })),
    {
      id: `customers ${id}`,
      label: 'Customers',
      note: name,
      icon: <Users size={16} strokeWidth={1.75} aria-hidden />,
      run: () => go(`/studio/customers?tenant=${id}`),
    },
  ])
}
