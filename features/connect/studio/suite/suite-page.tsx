import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { TenantRow } from '#studio/tenants.ts'
import { useCurrentTenant, useTenants } from '#studio/tenants.ts'
import { buttonLook } from '#ui/base/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FailedRow } from '#ui/failed-row.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { CardSkeleton } from '#ui/skeletons.tsx'

export interface SuitePageProps {
  title: string
  text: string
  /** The page, once there is a tenant to show it for. */
  children: (tenant: TenantRow) => ReactNode
}

/** A page of the Connect Suite about the tenant that the header shows. */
export function SuitePage({ title, text, children }: SuitePageProps) {
  return (
    <div className="mx-auto w-full max-w-[1060px]">
      <PageHead title={title} text={text} />
      <OfTenant>{children}</OfTenant>
    </div>
  )
}

/** What is shown of the tenant at hand, or what stands there while there is none. */
export function OfTenant({ children }: Pick<SuitePageProps, 'children'>) {
  const { data, isError, isFetching, refetch } = useTenants()
  const tenant = useCurrentTenant()
  if (tenant) return children(tenant)
  if (data) return <NoTenant />
  if (isError)
    return <FailedRow message="Failed to load tenant data" busy={isFetching} onRetry={() => void refetch()} />
  return <CardSkeleton />
}

function NoTenant() {
  return (
    <EmptyState
      title="No Tenant Found"
      text="Payments and integrations belong to a tenant. Create one in the Studio first."
      actions={
        <Link {...buttonLook({ variant: 'primary' })} to="/studio">
          Go to Studio
        </Link>
      }
    />
  )
}
