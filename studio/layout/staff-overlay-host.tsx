import { Suspense } from 'react'
import { lazy } from '#ui/lazy.tsx'
import { useAccess } from '../plan/use-access.ts'

const StaffOverlay = lazy(() => import('#features/plans/studio/admin/staff-overlay.tsx'), 'quiet')

/** Platform statistics for the staff accounts that the server lists. Other users never load the code. */
export default function StaffOverlayHost() {
  const { data: access } = useAccess()
  return access?.stats ? (
    <Suspense>
      <StaffOverlay />
    </Suspense>
  ) : null
}
