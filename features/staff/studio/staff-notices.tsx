import { Suspense } from 'react'
import { useMemberships } from '#studio/tenant/tenants.ts'
import { lazy } from '#ui/lazy.tsx'

const MembershipNotices = lazy(() => import('./membership-notices.tsx'))

/** Loads the notices only for those who have one. */
export function StaffNotices() {
  const due = (useMemberships().data ?? []).filter(
    ({ needs_two_step, ownership_offered, role }) => needs_two_step || ownership_offered || role === 'door',
  )
  return due.length ? (
    <Suspense>
      <MembershipNotices memberships={due} />
    </Suspense>
  ) : null
}
