import { Building2, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { buttonStyle } from '#ui/base/button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { CardSkeleton } from '#ui/lists/skeletons.tsx'
import { type TenantRow, useCurrentTenant, useMemberships, useTenants } from './tenants.ts'

export interface RequireTenantProps {
  /** The page's title and the line under it, if the children render their own ones only for a tenant. */
  title?: string
  text?: string
  /** What a tenant is needed for, in place of a general sentence. */
  why?: string
  /** What follows once there is one. */
  below?: ReactNode
  children: (tenant: TenantRow) => ReactNode
}

/**
 * Renders the children for the tenant chosen in the header, or a placeholder if there is none.
 */
export function RequireTenant(props: RequireTenantProps) {
  const tenant = useCurrentTenant()
  if (tenant) return props.children(tenant)
  return (
    <>
      {props.title ? <PageHead title={props.title} text={props.text} /> : null}
      <TenantPlaceholder why={props.why} below={props.below} />
    </>
  )
}

function TenantPlaceholder({ why, below }: Pick<RequireTenantProps, 'why' | 'below'>) {
  const { data, isError, isFetching, refetch } = useTenants()
  if (data)
    return (
      <>
        <NoTenant why={why} />
        {below}
      </>
    )
  if (isError)
    return <FailedRow message="Failed to load tenant data" busy={isFetching} onRetry={() => void refetch()} />
  return <CardSkeleton />
}

function NoTenant({ why }: Pick<RequireTenantProps, 'why'>) {
  const { data } = useMemberships()
  const closed = data?.find(({ needs_two_step }) => needs_two_step)
  if (closed) return <NeedsTwoStep name={closed.name} />
  return (
    <EmptyState
      level={2}
      icon={<Building2 size={22} strokeWidth={1.75} aria-hidden />}
      title="No Tenant Found"
      text={
        why ??
        'A tenant is one of your sites, with its own members, products and settings. Create one in the Studio first.'
      }
      actions={
        <Link {...buttonStyle({ variant: 'primary' })} to="/studio">
          Go to Studio
        </Link>
      }
    />
  )
}

/** For staff who cannot open the only tenant they have. */
function NeedsTwoStep({ name }: { name: string }) {
  return (
    <EmptyState
      level={2}
      icon={<ShieldCheck size={22} strokeWidth={1.75} aria-hidden />}
      title={`${name} requires two-step verification`}
      text="Set it up for your account and sign in with it. Until then this tenant does not open."
      actions={
        <Link {...buttonStyle({ variant: 'primary' })} to="/studio/account">
          Set up two-step verification
        </Link>
      }
    />
  )
}
