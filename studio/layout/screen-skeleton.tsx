import { Skeleton } from '#ui/base/skeleton.tsx'
import { CardSkeleton } from '#ui/skeletons.tsx'

/** What stands while a screen's code comes: a head and cards, in the places where they will be. Nothing ends the page yet. */
export function ScreenSkeleton() {
  return (
    <div aria-busy="true" data-screen="coming" className="mx-auto w-full max-w-[1120px]">
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
