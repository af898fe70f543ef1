import { type ReactNode, Suspense } from 'react'
import { Navigate } from 'react-router'
import { lazy } from '#ui/lazy.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import type { Screen } from '../screen.ts'
import { isOffered, isRight } from '../tenant/offered-screens.ts'
import { useCurrentTenant, useTenants } from '../tenant/tenants.ts'
import { useAccess } from './use-access.ts'

const RightMissing = lazy(() => import('../tenant/right-missing.tsx'))

interface AccessGuardProps {
  screen: Screen
  waiting: ReactNode
  children: ReactNode
}

/** Renders the children if the user's plan, or their role on the chosen tenant, includes the screen. */
export default function AccessGuard(props: AccessGuardProps) {
  return isRight(props.screen.guard) ? <RightGuard {...props} /> : <PlanGuard {...props} />
}

/** Says instead of the screen that the role does not include it. The screen itself waits for the tenant. */
function RightGuard({ screen, waiting, children }: AccessGuardProps) {
  const tenant = useCurrentTenant()
  if (!tenant || isOffered(screen, tenant.role)) return children
  return (
    <Suspense fallback={waiting}>
      <RightMissing screen={screen} tenant={tenant} />
    </Suspense>
  )
}

/**
 * Renders the children if the server grants access, otherwise redirects to the plans. Shows `waiting` while
 * it loads.
 */
function PlanGuard({ screen, waiting, children }: AccessGuardProps) {
  const { data, isError, isFetching, refetch } = useAccess()
  const tenants = useTenants()
  const tenant = useCurrentTenant()
  const isStaff = tenant !== undefined && tenant.role !== 'owner'
  if (screen.ownersPlan && isStaff) return children
  // Whose plan counts is known with the tenants.
  if (data && !data.active && screen.ownersPlan && tenants.isPending) return waiting
  if (data) return data.active ? children : <Navigate to="/bolt/pricing" replace />
  if (!isError) return waiting
  return (
    <FailedRow message="Your plan could not be checked." busy={isFetching} onRetry={() => void refetch()} />
  )
}
