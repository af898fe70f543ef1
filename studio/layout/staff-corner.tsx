import { Suspense } from 'react'
import { lazy } from '#ui/lazy.tsx'
import { useAccess } from '../access.ts'

const StaffOverlay = lazy(() => import('#features/plans/studio/admin/staff-overlay.tsx'), 'quiet')

/** The operator's figures, for those whom the server calls listed; nobody else loads them. */
export default function StaffCorner() {
  const { data: access } = useAccess()
  return access?.stats ? (
    <Suspense>
      <StaffOverlay />
    </Suspense>
  ) : null
}
