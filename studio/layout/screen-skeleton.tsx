import { Skeleton } from '#ui/base/skeleton.tsx'
import { CardSkeleton } from '#ui/lists/skeletons.tsx'

/**
 * Placeholder while a screen's code loads: a header and cards. The site footer stays hidden meanwhile
 * (`data-screen`).
 */
export function ScreenSkeleton() {
  return (
    <div aria-busy="true" data-screen="coming">
      <div className="mb-8 py-2">
        <Skeleton width={240} height={20} />
      </div>
      <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        <CardSkeleton />
        <CardSkeleton />
        <CardSkeleton />
      </div>
    </div>
  )
}
