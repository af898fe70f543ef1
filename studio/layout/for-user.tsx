import { Suspense, useEffect } from 'react'
import { lazy } from '#ui/lazy.tsx'
import { useAccess } from '../plan/use-access.ts'
import type { SetKnownScreens } from '../routing/known-screens.ts'
import { screens } from '../screens.tsx'
import { useCurrentTenant } from '../tenant/tenants.ts'
import { isOffered } from '../tenant/offered-screens.ts'

const StaffOverlay = lazy(() => import('#features/plans/studio/admin/staff-overlay.tsx'), 'quiet')

/**
 * What only the frame of a signed-in user has: the screens that their role on the chosen tenant includes, and the platform
 * statistics for the accounts that the server lists.
 */
export default function ForUser({ onKnown }: { onKnown: SetKnownScreens }) {
  const { data: access } = useAccess()
  const role = useCurrentTenant()?.role ?? 'owner'
  useEffect(() => {
    const next = screens.filter((screen) => isOffered(screen, role)).map(({ path }) => path)
    onKnown((known) => (String(known) === String(next) ? known : next))
  }, [role, onKnown])
  return access?.stats ? (
    <Suspense>
      <StaffOverlay />
    </Suspense>
  ) : null
}
