import type { ReactNode } from 'react'
import { RequireTenant } from '#studio/tenant/require-tenant.tsx'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { useCurrentTenant } from '#studio/tenant/tenants.ts'
import { config } from '#studio/config.ts'
import { IN_DEVELOPMENT } from '#studio/plan/in-development.ts'
import { Badge } from '#ui/base/badge.tsx'
import { ModeBadge } from '#ui/mode-badge.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { type IntegrationGroup, groupInDevelopment } from './integrations.ts'

export interface SuitePageProps {
  title: string
  text: ReactNode
  /** The integration group of the page. The page header shows a mark while the group has no effect yet. */
  group?: IntegrationGroup
  /** Renders the page once a tenant is selected. */
  children: (tenant: TenantRow) => ReactNode
}

/** A page of the Connect Suite for the tenant selected in the header. */
export function SuitePage({ title, text, group, children }: SuitePageProps) {
  const tenant = useCurrentTenant()
  return (
    <>
      <PageHead
        title={title}
        text={text}
        badge={
          <>
            {tenant ? <ModeBadge mode={tenant.stripe_mode} /> : null}
            {group && groupInDevelopment(group, config.blocks) ? (
              <Badge tone="outline">{IN_DEVELOPMENT}</Badge>
            ) : null}
          </>
        }
      />
      <RequireTenant>{children}</RequireTenant>
    </>
  )
}
